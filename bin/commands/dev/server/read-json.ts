import type { IncomingMessage } from "node:http";
import { ApiError } from "../workbench.js";

/** Bytes. A HAR that somebody imports is large. */
const maxBody = 64 * 1024 * 1024;

/** The body of a request as JSON. */
export async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > maxBody) throw new ApiError(413, `The body is larger than ${maxBody} bytes.`);
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString("utf8"));
  } catch {
    throw new ApiError(400, "The body is no JSON.");
  }
}
