/** Apps whose messages are validated: one operation that a test describes, and what clients are told of. */
import type { Hono } from "hono";
import { type ClientRequest, type ClientResponse, send } from "./client.js";
import { app, type Files } from "./compile.js";
import { flowFile } from "./samples.js";

export interface Described {
  /** Of the operation. */
  readonly operation?: object;
  /** Below `/api`; `/x` unless given. */
  readonly path?: string;
  /** `post` unless given. */
  readonly method?: string;
  /** Members of the top level, `definitions` for example. */
  readonly top?: object;
  /** Members of the path. */
  readonly item?: object;
  readonly version?: "2.0" | "3.0.3" | "3.1.0";
  /** `x-flow-validate` at the top level; requests are validated unless given. */
  readonly validate?: object;
  /** The content of the operation's `<flow>` element. */
  readonly flow?: string;
  readonly error?: string;
  /** More files of the flow directory. */
  readonly files?: Files;
}

export function describedFiles(described: Described): Files {
  const { operation = {}, path = "/x", method = "post", top = {}, item = {}, version = "2.0" } = described;
  const { validate = { request: true }, flow = "<echo>passed</echo>", error, files = {} } = described;
  const head =
    version === "2.0"
      ? { swagger: version, basePath: "/api" }
      : { openapi: version, servers: [{ url: "/api" }] };
  const description = {
    ...head,
    "x-flow-validate": validate,
    ...(error === undefined ? {} : { "x-flow-error": { flow: "error.xml" } }),
    ...top,
    paths: { [path]: { "x-flow": "x.xml", ...item, [method]: operation } },
  };
  return {
    "swagger.yaml": JSON.stringify(description),
    "x.xml": flowFile(flow),
    ...(error === undefined ? {} : { "error.xml": flowFile(error) }),
    ...files,
  };
}

export function describedApp(described: Described): Promise<Hono> {
  return app(describedFiles(described));
}

/** Sends to `/api/x`, or to the path below `/api` that the request has. */
export function sendDescribed(one: Hono, request: ClientRequest): Promise<ClientResponse> {
  return send(one, { method: "POST", ...request, path: `/api${request.path ?? "/x"}` });
}

/** What a client is told is wrong with its request; `passed` if nothing is. */
export async function verdict(one: Hono, request: ClientRequest): Promise<unknown> {
  const response = await sendDescribed(one, request);
  if (response.status === 200) return response.text;
  const { error } = response.json() as { error: { info: unknown; status: number; code: number } };
  return error.status === response.status && error.code === 3204 ? error.info : error;
}
