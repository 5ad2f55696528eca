import type { ClientRequest } from "../../http/client-request.js";
import { type Reply, toHead, toHeaders } from "../../http/reply.js";
import { type Answer, state } from "../../request/context.js";

export interface CorsOptions {
  /** Origins as browsers send them; `*` stands for all. */
  readonly origins: readonly string[];
  /** True if pages may send cookies and an `Authorization` field. */
  readonly credentials: boolean;
}

/** Tells browsers which pages may use the API (Fetch standard §3.3, CORS protocol). */
export interface Cors {
  /** Adds the fields to responses. With `methods`, it also answers `OPTIONS`. */
  around(answer: Answer, methods?: readonly string[]): Answer;
}

export function cors({ origins, credentials }: CorsOptions): Cors {
  const isOpen = origins.includes("*");
  const allowed = new Set(origins);

  const withFields = (request: ClientRequest, reply: Reply): Reply => {
    const headers = toHeaders(reply.head);
    const origin = request.headers.get("origin");
    if (isOpen) headers.set("access-control-allow-origin", "*");
    else {
      if (origin !== null && allowed.has(origin)) headers.set("access-control-allow-origin", origin);
      headers.append("vary", "Origin");
    }
    if (credentials) headers.set("access-control-allow-credentials", "true");
    return { ...reply, head: toHead(headers) };
  };

  return {
    around: (answer, methods) => ($) => {
      const request = $[state].client;
      if (methods !== undefined && request.method === "OPTIONS")
        return withFields(request, preflight(request, methods));
      const reply = answer($);
      return reply instanceof Promise
        ? reply.then((settled) => withFields(request, settled))
        : withFields(request, reply);
    },
  };
}

/** Answers what browsers ask before they send a request. Pages may send whatever fields they ask for. */
function preflight(request: ClientRequest, methods: readonly string[]): Reply {
  const headers = new Headers({ "access-control-allow-methods": methods.join(", ") });
  const fields = request.headers.get("access-control-request-headers");
  if (fields !== null) {
    headers.set("access-control-allow-headers", fields);
    headers.set("vary", "Access-Control-Request-Headers");
  }
  return { status: 200, head: toHead(headers), body: null, bytes: 0 };
}
