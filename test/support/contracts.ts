/** Apps that validate messages: a test describes one operation, and sees what clients are told. */
import type { Hono } from "hono";
import { type ClientRequest, type ClientResponse, send } from "./client.js";
import { app, type Files } from "./compile.js";
import { flowFile } from "./samples.js";

export interface Described {
  /** Members of the operation. */
  readonly operation?: object;
  /** The path below `/api`; `/x` by default. */
  readonly path?: string;
  /** The method; `post` by default. */
  readonly method?: string;
  /** Members of the top level, such as `definitions`. */
  readonly top?: object;
  /** Members of the path. */
  readonly item?: object;
  readonly version?: "2.0" | "3.0.3" | "3.1.0";
  /** `x-flow-validate` at the top level; by default, requests are validated. */
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

/** Sends a request to `/api/x`, or to its own path below `/api`. */
export function sendDescribed(one: Hono, request: ClientRequest): Promise<ClientResponse> {
  return send(one, { method: "POST", ...request, path: `/api${request.path ?? "/x"}` });
}

/** Returns the mistakes in its request that a client is told; `passed` if there are none. */
export async function verdict(one: Hono, request: ClientRequest): Promise<unknown> {
  const response = await sendDescribed(one, request);
  if (response.status === 200) return response.text;
  const { error } = response.json() as { error: { info: unknown; status: number; code: number } };
  return error.status === response.status && error.code === 3204 ? error.info : error;
}
