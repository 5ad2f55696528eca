import type { IncomingMessage, ServerResponse } from "node:http";
import { type RunningServer, upstream } from "./servers.js";

type Answer = (outgoing: ServerResponse, incoming: IncomingMessage) => void;

/** A server on loopback that publishes a JSON Web Key Set. What it answers can be changed at any time. */
export interface KeyServer extends RunningServer {
  answer: Answer;
  /** How many requests it got. */
  requests: number;
}

export async function keyServer(...keys: readonly object[]): Promise<KeyServer> {
  const server = await upstream((incoming, outgoing) => {
    state.requests++;
    state.answer(outgoing, incoming);
  });
  const state: KeyServer = { ...server, requests: 0, answer: publishes(...keys) };
  return state;
}

export function publishes(...keys: readonly unknown[]): Answer {
  return says(JSON.stringify({ keys }));
}

export function says(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return (outgoing) => outgoing.writeHead(status, headers).end(body);
}

export const hangs: Answer = () => {};

/** Sends so many bytes of a body that never ends. */
export function sendsForever(bytes: number): Answer {
  return (outgoing) => void outgoing.writeHead(200).write("x".repeat(bytes));
}
