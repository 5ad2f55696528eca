import type { Node } from "../data-model/node.js";
import { type Found, type Item, type JsonObject, Selection } from "../data-model/values.js";
import { walk } from "../xpath/at.js";
import { JsonDocument } from "./node.js";
import { textOf } from "./text.js";

/** The root element of a JSON object whose members are made when they are read: `$request`, `$env`, … */
export abstract class Tree extends Selection {
  #document: JsonDocument | undefined;

  constructor(private readonly name = "json") {
    super();
  }

  /** The member of that name, made now if need be; `undefined` if there is none. */
  abstract member(name: string): Found;
  /** The whole of it, as plain data. */
  abstract override toJson(): JsonObject;

  at(names: readonly string[], from: number): Found {
    const name = names[from];
    return name === undefined ? this : walk(this.member(name), names, from + 1, this, from);
  }
  toText(): string {
    return textOf(this.toJson());
  }
  get size(): number {
    return 1;
  }
  nodes(): readonly Node[] {
    this.#document ??= new JsonDocument(this.toJson(), this.name);
    return [this.#document.root];
  }
  items(): readonly Item[] {
    return [this];
  }
}
