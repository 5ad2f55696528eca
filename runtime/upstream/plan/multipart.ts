import { type Bytes, encode, joinBytes } from "../../http/body-bytes.js";
import { isFieldValue } from "../../http/field-syntax.js";
import { RequestFailure } from "../failure.js";

/** A part of a form: an upload, or a text. */
export interface FormPart {
  readonly name: string;
  readonly filename?: string;
  readonly mediaType?: string;
  readonly content: Bytes;
}

export type Multipart = (parts: readonly FormPart[]) => {
  readonly content: Bytes;
  readonly mediaType: string;
};

/**
 * The facility `multipart`: a form as `multipart/form-data` (RFC 7578).
 * @throws RequestFailure
 */
export const multipart: Multipart = (parts) => {
  const boundary = `flowc-${crypto.randomUUID()}`;
  const pieces = parts.flatMap((part) => [
    encode(`--${boundary}\r\n${partHead(part)}\r\n\r\n`),
    part.content,
    encode("\r\n"),
  ]);
  pieces.push(encode(`--${boundary}--\r\n`));
  const size = pieces.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return { content: joinBytes(pieces, size), mediaType: `multipart/form-data; boundary=${boundary}` };
};

function partHead({ name, filename, mediaType }: FormPart): string {
  if (mediaType !== undefined && !isFieldValue(mediaType))
    throw new RequestFailure("The mime of an upload is no media type.");
  const file = filename === undefined ? "" : `; filename="${escapeName(filename)}"`;
  const type = mediaType === undefined ? "" : `\r\nContent-Type: ${mediaType}`;
  return `Content-Disposition: form-data; name="${escapeName(name)}"${file}${type}`;
}

/** Escapes a name as the HTML standard does. */
function escapeName(text: string): string {
  return text.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
