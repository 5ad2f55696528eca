import type { Reply } from "../http/reply.js";
import type { Told } from "./told.js";

/** Gets to know what happens in a request. */
export interface Watcher {
  told(topic: string, level: string, what: Told): void;
  /** An error ended what was running. */
  interrupted(): void;
  /** The answer is known; its body may still be on its way. Returns it as it is sent. */
  answered(reply: Reply): Reply;
}
