import { encodeBase64 } from "../../../../../runtime/base/base64.js";
import { bytesOf } from "../../../../recording/body.js";
import type { RequestToSend } from "../../api.js";

/** Characters that no shell reads as anything else. */
const plain = /^[\w@%+=:,./-]+$/;

/**
 * A command for a POSIX shell that sends a request: what it shows may be pasted, whatever is in the request.
 * @param app where the app answers: `http://127.0.0.1:8080`
 */
export function curlCommand(app: string, { method, target, fields, ...content }: RequestToSend): string {
  const { body, isBase64, charset } = content;
  const lines = [
    // Targets are sent as they are, with dots and brackets.
    `curl --globoff --path-as-is${methodOption(method, body !== undefined)} ${quoted(app + target)}`,
    ...fields.map(([name, value]) => `-H ${quoted(value.trim() === "" ? `${name};` : `${name}: ${value}`)}`),
  ];
  if (body === undefined) return lines.join(" \\\n  ");
  // curl would add a media type of forms.
  if (!fields.some(([name]) => name.toLowerCase() === "content-type")) lines.push("-H 'Content-Type:'");
  // An argument cannot have a character 0, and is in UTF-8.
  const isEncoded = isBase64 === true;
  if (!isEncoded && charset === undefined && !body.includes("\0"))
    return [...lines, `--data-raw ${quoted(body)}`].join(" \\\n  ");
  return `printf %s ${quoted(isEncoded ? body : encodeBase64(bytesOf({ text: body, charset })))} | base64 -d |\n${[...lines, "--data-binary @-"].join(" \\\n  ")}`;
}

/** Within single quotes, a shell reads no character but the quote. */
function quoted(text: string): string {
  return plain.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function methodOption(method: string, hasBody: boolean): string {
  if (method === "HEAD" && !hasBody) return " --head";
  return method === (hasBody ? "POST" : "GET") ? "" : ` -X ${quoted(method)}`;
}
