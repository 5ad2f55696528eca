import type { IncomingMessage, ServerResponse } from "node:http";
import { type RunningServer, received, reply, upstream } from "../support/servers.js";

/** The request that an upstream received. */
export interface Mirrored {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An upstream that answers with what it received, and with `status` and header fields that the query asks for. */
export const mirror = (): Promise<RunningServer> =>
  upstream(async (request, response) => reflect(request, response));

export async function reflect(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { searchParams } = new URL(request.url ?? "/", "http://upstream.test");
  const { method, url, headers } = request;
  reply(
    response,
    Number(searchParams.get("status") ?? 200),
    { method, url, headers, body: await received(request) },
    Object.fromEntries(searchParams.getAll("field").map((field) => field.split(":", 2) as [string, string])),
  );
}
