import { processVariables } from "../../base/environment-variables.js";
import type { ClientRequest } from "../../http/client-request.js";
import type { RequestUrl } from "../../http/client-url.js";
import type { AccessRecord } from "../logs/access-record.js";
import { unseenBody } from "./bodies.js";
import type { ShownRequest } from "./format.js";
import type { Masks } from "./masks.js";
import { shownUrl } from "./traced-credentials.js";
import { maxUrl, shownFields } from "./traced-exchanges.js";

/** The facts that have to be known of a client's request. */
export interface WatchedRequest {
  readonly requestID: string;
  readonly client: ClientRequest;
  readonly url: RequestUrl;
  readonly access: AccessRecord;
  readonly route: { readonly pattern: string };
}

/** The request as it is kept before anybody reads its body. */
export function shownRequest(
  { client, url }: Pick<WatchedRequest, "client" | "url">,
  masks: Masks,
): ShownRequest {
  masks.rememberVariables(processVariables());
  const target = url.query === undefined ? url.path : `${url.path}?${url.query}`;
  const { headers, method } = client;
  const length = headers.get("content-length");
  const hasBody = (length !== null && length !== "0") || headers.has("transfer-encoding");
  return {
    method,
    target: shownUrl(target, masks, maxUrl),
    fields: shownFields([...headers], masks),
    body: hasBody ? unseenBody(headers.get("content-type") ?? "", masks) : undefined,
  };
}
