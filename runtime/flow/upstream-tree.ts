import { type Found, type JsonObject, member } from "../data-model/values.js";
import { Tree } from "../json/lazy-tree.js";

/** `$upstream` (specification, section "$upstream"): the exchanges so far, by the IDs of the requests. */
export class UpstreamTree extends Tree {
  constructor(private readonly exchanges: JsonObject) {
    super("upstream");
  }

  member(id: string): Found {
    return member(this.exchanges, id);
  }
  toJson(): JsonObject {
    return this.exchanges;
  }
}
