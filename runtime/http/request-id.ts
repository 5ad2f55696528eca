import { setting } from "../base/settings.js";
import { sendingProxies } from "./client-request.js";
import { fieldOf, type Reply } from "./reply.js";

/** Characters that stand for themselves in fields and in JSON. No longer ID is taken. */
const safe = /^[\w.~:/+=@-]{1,128}$/;

const usualField = "x-request-id";

/**
 * The field with the ID of a request, in lower case: of what trusted proxies send, of answers, and of upstream requests.
 * `undefined` where neither `FLOW_TRUSTED_PROXIES` nor `FLOW_REQUEST_ID_HEADER` is set: then none of these has one.
 */
export function idField(bindings: unknown): string | undefined {
  const isBehindProxies = setting(bindings, "TRUSTED_PROXIES") !== undefined;
  return setting(bindings, "REQUEST_ID_HEADER") ?? (isBehindProxies ? usualField : undefined);
}

/** The ID that a trusted proxy gives a request. Nobody else's counts. */
export function receivedId(
  client: { readonly headers: Pick<Headers, "get"> },
  bindings: unknown,
): string | undefined {
  if (sendingProxies(client, bindings) === undefined) return undefined;
  const id = client.headers.get(idField(bindings) ?? usualField);
  return id !== null && safe.test(id) ? id : undefined;
}

/** The reply with the ID, in place of one that an upstream system has sent. */
export function withId(reply: Reply, field: string, id: string): Reply {
  const { head } = reply;
  const others = fieldOf(head, field) === undefined ? head : withoutField(head, field);
  return { ...reply, head: [...others, field, id] };
}

function withoutField(head: Reply["head"], field: string): Reply["head"] {
  return head.filter((_, index) => head[index - (index % 2)] !== field);
}
