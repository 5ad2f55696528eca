import type { IncomingMessage, ServerResponse } from "node:http";
import type { Builds } from "./builds.js";
import { overlay, overlayField } from "./overlay.js";

/** Decides who answers a request: the app, or flowc, since the flows are broken. */
export class Gate {
  constructor(private readonly status: Builds) {}

  /** Calls `pass` if the app is to answer. */
  enter(incoming: IncomingMessage, outgoing: ServerResponse, pass: () => void): void {
    if (this.status.firstBuild !== undefined) {
      this.status.firstBuild.then(() => this.enter(incoming, outgoing, pass));
      return;
    }
    const { method = "", url: target = "/", headers } = incoming;
    if (headers[overlayField] !== undefined) return void this.#tellBuild(outgoing);
    const path = target.split("?", 1)[0] ?? "";
    const { hasApp } = this.status;
    if (hasApp && !this.status.isBroken(method, path)) pass();
    else if (isBrowser(incoming)) this.#showOverlay(outgoing);
    else if (hasApp) pass();
    else this.#refuse(outgoing);
  }

  #tellBuild(outgoing: ServerResponse): void {
    outgoing
      .writeHead(204, { [overlayField]: String(this.status.number), "cache-control": "no-store" })
      .end();
  }

  #showOverlay(outgoing: ServerResponse): void {
    const { html, policy } = overlay(this.status.findings, this.status.number);
    outgoing.writeHead(500, {
      "content-type": "text/html; charset=utf-8",
      "content-length": Buffer.byteLength(html),
      "content-security-policy": policy,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    });
    outgoing.end(html);
  }

  #refuse(outgoing: ServerResponse): void {
    const errors = this.status.findings.filter(({ severity }) => severity === "error");
    const lines = errors.map(
      ({ file, line, column, code, message }) => `${file}:${line}:${column} ${code} ${message}\n`,
    );
    const text =
      lines.length === 0
        ? "There is no app yet; the terminal says why.\n"
        : `The flows have errors, so there is no app yet:\n${lines.slice(0, 50).join("")}`;
    outgoing.writeHead(503, {
      "content-type": "text/plain; charset=utf-8",
      "content-length": Buffer.byteLength(text),
      "cache-control": "no-store",
      "retry-after": "1",
    });
    outgoing.end(text);
  }
}

/** Returns true if a person looks at the answer. */
const isBrowser = ({ headers, method }: IncomingMessage): boolean =>
  (method === "GET" || method === "POST") &&
  /\btext\/html\b/i.test(headers.accept ?? "") &&
  (headers["sec-fetch-mode"] ?? "navigate") === "navigate";
