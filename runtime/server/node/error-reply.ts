import { jsonHead } from "../../http/reply.js";
import { idField } from "../../http/request-id.js";
import * as engineErrors from "../../request/engine-errors.js";

/** The system error document, for a request that no flow answers. */
export function errorReply(requestID: string, status: number, info: string) {
  const { message, code } =
    status < 500 ? engineErrors.inputValidation : status === 503 ? engineErrors.limit : engineErrors.internal;
  const body = JSON.stringify({ error: { message, status, requestID, info: [info], code } });
  const field = idField(undefined);
  const id = field === undefined || requestID === "" ? [] : [field, requestID];
  const head = [...jsonHead, "content-length", String(body.length), ...id];
  return { status, head, body, bytes: body.length };
}
