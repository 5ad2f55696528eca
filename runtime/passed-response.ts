import type { Content } from "./content.js";
import type { State } from "./context.js";
import { isFieldValue } from "./http-fields.js";

/** The header fields of a response whose body, at least, is an upstream's. The flow's own fields come on top of them. */
export const passedFields = ({ fields, mediaType, source }: Content, withoutBody: boolean): Headers => {
  const headers = new Headers(fields);
  if (mediaType !== undefined && isFieldValue(mediaType)) headers.set("content-type", mediaType);
  if (source.kind === "stream" && source.length !== undefined) headers.set("content-length", source.length);
  if (withoutBody) for (const name of ["content-type", "content-length"]) headers.delete(name);
  return headers;
};

/** Ends the connection to an upstream whose body is not `sent`, and which would wait forever. */
export const cancelStream = ({ stream }: State, sent: Content | undefined): void => {
  if (stream === undefined || (sent?.source.kind === "stream" && sent.source.stream === stream)) return;
  stream.cancel().catch(() => {}); // nobody wants to know how it ended
};
