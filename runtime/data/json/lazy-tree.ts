import type { Node } from "../model/node.js";
import { stringValue } from "../model/string-value.js";
import { type ChildSteps, type Found, type Item, type JsonObject, Selection } from "../model/values.js";
import { JsonDocument } from "./json-node.js";

/** A JSON object whose members are made when they are read, such as `$request` and `$env`. */
export abstract class Tree extends Selection {
  #document: JsonDocument | undefined;

  /** @param repeated the name of members whose arrays are nodes of this name, one for each item */
  constructor(
    private readonly name = "json",
    readonly repeated?: string,
  ) {
    super();
  }

  /** The member of that name; `undefined` if there is none. */
  abstract member(name: string): Found;
  /** The whole object, as plain data. */
  abstract override toJson(): JsonObject;

  at(names: readonly string[], from: number, steps: ChildSteps): Found {
    const name = names[from];
    return name === undefined ? this : steps.fromValue(this.member(name), names, from + 1, this, from);
  }
  toText(): string {
    return stringValue(this.toJson());
  }
  get size(): number {
    return 1;
  }
  nodes(): readonly Node[] {
    this.#document ??= new JsonDocument(this.toJson(), this.name, this.repeated);
    return [this.#document.root];
  }
  toItems(): readonly Item[] {
    return [this];
  }
}
