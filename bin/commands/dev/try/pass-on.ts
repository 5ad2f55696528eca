import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { isConnectionField } from "../../../../runtime/http/index.js";
import { type AppAddress, requestTo } from "../app/send-request.js";

/** The paths whose requests go on to the app. */
export const passedPaths = "/try/app/";

/** Tells the page which of its requests this is. */
const requestField = "x-flowc-request";

interface PassedRequest {
  readonly address: AppAddress;
  /** Where the app is, for references in its answers: `http://127.0.0.1:8080`. */
  readonly origin: string;
  /** A header field that only this session knows, and the key that its request gets. */
  readonly mark: readonly [name: string, value: string];
  readonly key: Promise<number>;
}

/**
 * Lets a request pass to the app, and its answer back, piece by piece. The app is the only place where it can go. What
 * concerns a connection stays there (RFC 9110, section 7.6.1), and so does what browsers say of the page.
 * @param target the path and the query for the app
 */
export function passOn(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: string,
  { address, origin, mark, key }: PassedRequest,
): void {
  const sent = (name: string): boolean => !isOfConnection(name) && !ofPage.has(name);
  const headers = [
    ["host", new URL(origin).host],
    ...fieldsOf(incoming, sent),
    ...(incoming.headers["transfer-encoding"] === undefined ? [] : [["transfer-encoding", "chunked"]]),
    mark,
  ].flat();
  const passed = requestTo(address, { method: incoming.method, path: target, headers });
  passed.on("response", async (answer) => {
    const known = await Promise.race([key, Promise.resolve(undefined)]);
    outgoing.writeHead(answer.statusCode ?? 502, answer.statusMessage, {
      ...answerFields(answer, target, origin),
      ...(known === undefined ? {} : { [requestField]: String(known) }),
    });
    answer.pipe(outgoing);
    answer.on("error", () => outgoing.destroy());
  });
  passed.on("error", ({ message }) => {
    if (outgoing.headersSent) return outgoing.destroy();
    const text = `The app did not answer: ${message}\n`;
    outgoing.writeHead(502, { "content-type": "text/plain; charset=utf-8" }).end(text);
  });
  outgoing.on("close", () => passed.destroy());
  incoming.on("error", () => passed.destroy());
  incoming.pipe(passed);
}

/** Header fields of one connection; `Connection` may name more. The body goes on as long as it is. */
const isOfConnection = (name: string): boolean => isConnectionField(name) && name !== "content-length";

/** Fields that say where the page is, and not what its user wants to send. */
const ofPage: ReadonlySet<string> = new Set(["host", "origin", "referer", "x-flowc", requestField]);

/** Fields that an app may say of its host, but not of that of the page. */
const ofHost: ReadonlySet<string> = new Set([
  "alt-svc",
  "clear-site-data",
  "nel",
  "report-to",
  "reporting-endpoints",
  "strict-transport-security",
]);

/** The fields of a message as they were sent, but for those that stay where they are. */
function fieldsOf({ rawHeaders, headers }: IncomingMessage, passes: (name: string) => boolean): string[][] {
  const named = new Set((headers.connection ?? "").split(",").map((name) => name.trim().toLowerCase()));
  return rawHeaders.flatMap((name, index) => {
    const small = name.toLowerCase();
    if (index % 2 === 1 || !passes(small) || named.has(small) || small.startsWith("sec-fetch-")) return [];
    const value = rawHeaders[index + 1] ?? "";
    return [[name, small === "cookie" ? withoutOwnCookies(value) : value]];
  });
}

/** The app must not learn what lets somebody into the workbench. */
const withoutOwnCookies = (cookies: string): string =>
  cookies
    .split(";")
    .filter((cookie) => !/^\s*flowc-\d+=/.test(cookie))
    .join(";");

function answerFields(answer: IncomingMessage, target: string, origin: string): OutgoingHttpHeaders {
  const fields = new Map<string, string[]>();
  for (const [name = "", value = ""] of fieldsOf(
    answer,
    (name) => !isOfConnection(name) && !ofHost.has(name) && name !== requestField,
  )) {
    const shown = name.toLowerCase() === "location" ? passedLocation(value, target, origin) : value;
    const key = name.toLowerCase();
    fields.set(key, [...(fields.get(key) ?? []), shown]);
  }
  return Object.fromEntries(fields);
}

/** Where an answer of the app leads, as a client of the page has to ask for it. */
function passedLocation(location: string, target: string, origin: string): string {
  try {
    const url = new URL(location, origin + target);
    return url.origin === origin ? passedPaths.slice(0, -1) + url.pathname + url.search + url.hash : location;
  } catch {
    return location;
  }
}
