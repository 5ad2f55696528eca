import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { join } from "node:path";
import { packageDirectory } from "../../../../compiler/output/index.js";
import { parsedJson } from "../../../shared/values.js";
import { passedPaths } from "../try/pass-on.js";
import { type Answer, ApiError, type ApiRequest, type ApiRoute, type Workbench } from "../workbench.js";
import { problem, send } from "./answers.js";
import type { EventStream } from "./event-stream.js";
import { type Guard, refusal } from "./guard.js";

interface PageServerParts {
  readonly workbench: Workbench;
  readonly routes: readonly ApiRoute[];
  readonly events: EventStream;
  /** The events that a page begins with. */
  readonly first: () => readonly (readonly [event: string, data: unknown])[];
  readonly guard: () => Guard;
  /** Lets a request pass to the app; `target` is the path and the query for it. */
  readonly passOn: (incoming: IncomingMessage, outgoing: ServerResponse, target: string) => void;
  /** Gets what no handler should throw. */
  readonly failed: (error: unknown) => void;
}

/** Serves the page and its API. */
export function createPageServer(
  parts: PageServerParts,
  identity: { readonly key: string; readonly cert: string } | undefined,
): Server {
  const listener = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    answer(incoming, outgoing, parts).catch((error: unknown) => {
      parts.failed(error);
      if (outgoing.headersSent) outgoing.destroy();
      else send(problem(500, "flowc has failed; its terminal says more."), outgoing);
    });
  };
  const server = identity === undefined ? createServer(listener) : createSecureServer(identity, listener);
  server.on("clientError", (_, socket) => void socket.destroy());
  return server;
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { workbench, routes, events, first, guard, passOn }: PageServerParts,
): Promise<void> {
  const { url: target = "/", method = "" } = incoming;
  const question = target.indexOf("?");
  const path = question < 0 ? target : target.slice(0, question);
  const known = guard();
  const refused = refusal(incoming, path, known);
  if (refused !== undefined) return send(problem(403, refused), outgoing);
  const { token, port, isSecure } = known;
  if (token !== undefined && !token.isOn(incoming, port)) {
    if (path === "/" && method === "GET" && question >= 0 && token.isIn(target.slice(question)))
      return send(enter(token.cookie(port, isSecure)), outgoing);
    return send(problem(401, "Open the address that the terminal shows."), outgoing);
  }
  const isReading = method === "GET" || method === "HEAD";
  if (path === "/" && isReading) return send(page(), outgoing);
  if (path === "/api/events" && method === "GET") return events.open(incoming, outgoing, first());
  if (path.startsWith(passedPaths)) return passOn(incoming, outgoing, target.slice(passedPaths.length - 1));
  const ofPath = routes.filter((each) => paramsIn(path, each) !== undefined);
  const route = ofPath.find((each) => each.method === (method === "HEAD" ? "GET" : method));
  if (ofPath.length === 0) return send(problem(404, "There is nothing here."), outgoing);
  if (route === undefined) return send(problem(405, "The path has other methods."), outgoing);
  const request: ApiRequest = {
    params: paramsIn(path, route) ?? {},
    query: new URLSearchParams(question < 0 ? "" : target.slice(question)),
    json: () => readJson(incoming),
  };
  try {
    send(await route.handle(request, workbench), outgoing);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    send(problem(error.status, error.message), outgoing);
  }
}

/** The parts of a path by their names in the path of a route; `undefined` if it does not fit. */
function paramsIn(path: string, route: ApiRoute): ApiRequest["params"] | undefined {
  const pattern = route.path.replaceAll(".", "\\.").replace(/:(\w+)/g, "(?<$1>[^/]+)");
  const found = new RegExp(`^${pattern}$`).exec(path);
  return found === null ? undefined : { ...found.groups };
}

/** Bytes. A HAR that somebody imports is large. */
const maxBody = 64 * 1024 * 1024;

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBody) throw new ApiError(413, `The body is larger than ${maxBody} bytes.`);
    chunks.push(chunk);
  }
  const value = parsedJson(Buffer.concat(chunks).toString("utf8"));
  if (value === undefined) throw new ApiError(400, "The body is no JSON.");
  return value;
}

/** Lets a browser in: from now on without the word in the address, which would stay in its history. */
const enter = (cookie: string): Answer => ({
  status: 303,
  text: "",
  type: "text/plain",
  fields: { location: "/", "set-cookie": cookie },
});

const pageFile = join(packageDirectory, "dist/bin/commands/dev/page.html");

/** The page, with a policy that lets nothing run but what is in it. */
function page(): Answer {
  let text: string;
  try {
    text = readFileSync(pageFile, "utf8");
  } catch {
    return {
      status: 503,
      text: "The page is not in this installation of flowc.\n",
      type: "text/plain; charset=utf-8",
    };
  }
  const policy = [
    "default-src 'none'",
    `script-src ${hashes(text, "script")}`,
    `style-src ${hashes(text, "style")}`,
    "connect-src 'self'",
    "frame-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
  return { text, type: "text/html; charset=utf-8", fields: { "content-security-policy": policy } };
}

/** The hashes of all elements of a kind, as a source list of the policy (CSP 3, section 2.3.1). */
function hashes(text: string, element: "script" | "style"): string {
  const found = [...text.matchAll(new RegExp(`<${element}\\b[^>]*>([\\s\\S]*?)</${element}>`, "g"))];
  const list = found.map(
    ([, content = ""]) => `'sha256-${createHash("sha256").update(content).digest("base64")}'`,
  );
  return list.length === 0 ? "'none'" : list.join(" ");
}
