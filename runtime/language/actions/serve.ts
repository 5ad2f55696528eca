import type { Bytes } from "../../http/body-bytes.js";
import { allowsRange, evaluateConditions, type Validators } from "../../http/conditions.js";
import { contentRange, multipart, parseRanges, sliceOf } from "../../http/ranges.js";
import { Content } from "../../request/content.js";
import { type Context, type Outcome, requestEnded, state } from "../../request/context.js";
import { type Directory, type ServedFile, unreadable } from "./served-directory.js";
import { setStatus } from "./set-status.js";

/** The `serve` action: the file that the path of the request names is the response, and the request's flows end. */
export function serve($: Context, directory: Directory, fallback: ServedFile): Outcome {
  $[state].main = undefined;
  const file = findFile($, directory, fallback);
  if (file !== undefined) sendFile($, file, directory.modified);
  return requestEnded;
}

/**
 * The `serve` action with a location for its content: the flow goes on. What becomes of the content is not known, so it
 * has no header fields but its type. `undefined` for a redirect and for an unreadable file, which only have a status.
 */
export function servedContent($: Context, directory: Directory, fallback: ServedFile): Content | undefined {
  const file = findFile($, directory, fallback);
  if (file === undefined) return undefined;
  setStatus($, 200);
  return contentOf(file.bytes, file.mediaType);
}

/** The file to send; if there is none, the status of the response is set. */
function findFile($: Context, directory: Directory, fallback: ServedFile): ServedFile | undefined {
  const { path, query } = $[state].url;
  const found = directory.find(path) ?? fallback;
  if (found === unreadable) {
    setStatus($, 403);
    return undefined;
  }
  if (!("kind" in found)) return found;
  setStatus($, 301);
  setField($, "location", query === undefined ? found.path : `${found.path}?${query}`);
  return undefined;
}

function sendFile($: Context, file: ServedFile, modified: number): void {
  const { method, client } = $[state];
  const { headers } = client;
  const validators: Validators = { etag: file.etag, modified };
  setField($, "etag", file.etag);
  setField($, "last-modified", new Date(modified).toUTCString());
  setField($, "accept-ranges", "bytes");
  const verdict = evaluateConditions(headers, method === "GET" || method === "HEAD", validators);
  if (verdict !== "send") {
    setStatus($, verdict === "not-modified" ? 304 : 412);
    return;
  }
  const range = method === "GET" && allowsRange(headers, validators) ? headers.get("range") : null;
  if (range === null || !sendRanges($, file, range)) sendBytes($, 200, file.bytes, file.mediaType);
}

/** False if the whole file is to be sent. */
function sendRanges($: Context, { bytes, mediaType }: ServedFile, field: string): boolean {
  const ranges = parseRanges(field, bytes.length);
  if (ranges === undefined) return false;
  const [only, ...others] = ranges;
  if (only === undefined) {
    setStatus($, 416);
    setField($, "content-range", `bytes */${bytes.length}`);
  } else if (others.length > 0) {
    const parts = multipart(bytes, ranges, mediaType);
    sendBytes($, 206, parts.bytes, parts.mediaType);
  } else {
    setField($, "content-range", contentRange(only, bytes.length));
    sendBytes($, 206, sliceOf(bytes, only), mediaType);
  }
  return true;
}

function sendBytes($: Context, status: number, bytes: Bytes, mediaType: string): void {
  setStatus($, status);
  $[state].headers?.delete("content-type");
  // A response to HEAD has no bytes whose number the server could tell.
  setField($, "content-length", String(bytes.length));
  $[state].main = contentOf(bytes, mediaType);
}

function contentOf(bytes: Bytes, mediaType: string): Content {
  return new Content({ kind: "bytes", bytes }, mediaType);
}

function setField($: Context, name: string, value: string): void {
  $[state].headers ??= new Map();
  $[state].headers?.set(name, value);
}
