import type { ShownRequest, ShownResponse } from "../../../../runtime/observe/trace/format.js";
import { type Masks, mask } from "../../../../runtime/observe/trace/masks.js";
import { shownField, shownUrl } from "../../../../runtime/observe/trace/traced-credentials.js";
import { readBody } from "./body.js";
import { listOf, memberOf, numberOf, type Received, recordOf, textOf } from "./received.js";

/** Of one message. */
const maxFields = 200;
/** Characters. */
export const maxValue = 8_192;
export const maxName = 200;

/** Names of header fields, and methods (RFC 9110, section 5.6.2). */
const token = /^[!#$%&'*+.^_`|~\w-]+$/;

/**
 * The method is empty if there is none.
 * @param own what flowc wrote of the bodies
 * @param target of its URL
 */
export function readRequest(
  request: Received,
  own: Received,
  target: (url: string) => string,
  masks: Masks,
): ShownRequest {
  const method = textOf(memberOf(request, "method"), maxName);
  const fields = fieldsOf(memberOf(request, "headers"), masks);
  const data = recordOf(memberOf(request, "postData"));
  const body = readBody(
    {
      text: memberOf(data, "text"),
      params: memberOf(data, "params"),
      type: memberOf(data, "mimeType"),
      size: memberOf(request, "bodySize"),
      isBase64: memberOf(own, "isRequestBase64") === true,
      isCut: memberOf(own, "isRequestCut") === true,
    },
    masks,
  );
  const url = target(textOf(memberOf(request, "url"), maxValue));
  return { method: token.test(method) ? method : "", target: shownUrl(url, masks, maxValue), fields, body };
}

/** `undefined` for an entry without an answer. */
export function readResponse(response: Received, own: Received, masks: Masks): ShownResponse | undefined {
  const status = numberOf(memberOf(response, "status"));
  if (status === undefined || !Number.isInteger(status) || status < 100 || status > 999) return undefined;
  const content = recordOf(memberOf(response, "content"));
  const body = readBody(
    {
      text: memberOf(content, "text"),
      params: undefined,
      type: memberOf(content, "mimeType"),
      size: memberOf(content, "size"),
      isBase64: memberOf(content, "encoding") === "base64",
      isCut: memberOf(own, "isResponseCut") === true,
    },
    masks,
  );
  return { status, fields: fieldsOf(memberOf(response, "headers"), masks), body };
}

/** Fields that no message can have are left out, such as the pseudo-fields of HTTP/2. */
function fieldsOf(headers: unknown, masks: Masks): ShownRequest["fields"] {
  return listOf(headers, maxFields).flatMap((header) => {
    const name = textOf(memberOf(recordOf(header), "name"), maxName);
    const value = textOf(memberOf(recordOf(header), "value"), maxValue).replace(/[^\t -~\x80-\uffff]/g, " ");
    if (!token.test(name)) return [];
    return [[name, value === mask ? mask : shownField(name, value, masks, maxValue)] as const];
  });
}
