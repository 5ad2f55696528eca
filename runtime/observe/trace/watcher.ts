import type { JsonObject } from "../../data/model/values.js";
import type { Bytes } from "../../http/body-bytes.js";
import type { Reply } from "../../http/reply.js";
import type { ExchangeWatcher } from "../logs/request-log.js";
import type { Told } from "./told.js";

/** Gets to know what happens in a request. */
export interface Watcher extends ExchangeWatcher {
  told(topic: string, level: string, what: Told): void;
  /** The client's body has been read; there is none if it is empty. */
  received(body: Bytes | undefined, type: string | undefined): void;
  /** An error ended what was running. */
  interrupted(error: JsonObject): void;
  /** The answer is known; its body may still be on its way. Returns it as it is to be sent. */
  answered(reply: Reply): Reply;
}
