import type { ServerResponse } from "node:http";
import type { Answer } from "../workbench.js";

/** The header fields of every answer of the page's server, so that no other page can use it. */
export const guardingFields: Readonly<Record<string, string>> = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

export function send(answer: Answer, outgoing: ServerResponse): void {
  const isJson = "json" in answer;
  const text = isJson ? JSON.stringify(answer.json ?? null) : answer.text;
  outgoing.writeHead(answer.status ?? 200, {
    ...guardingFields,
    ...(isJson ? {} : answer.fields),
    "content-type": isJson ? "application/json" : answer.type,
    "content-length": Buffer.byteLength(text),
  });
  outgoing.end(text);
}

export const problem = (status: number, text: string): Answer => ({ status, json: { problem: text } });
