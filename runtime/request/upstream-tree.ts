import { Tree } from "../data/json/lazy-tree.js";
import type { Node } from "../data/model/node.js";
import { stringValue } from "../data/model/string-value.js";
import {
  type Found,
  type Item,
  isArray,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
  Selection,
  setMember,
} from "../data/model/values.js";

/** The only field whose values cannot be joined to one (RFC 9110 §5.3): an array in JSON, several nodes for paths. */
const repeatedField = "set-cookie";

/** An upstream request and its outcome, as `$upstream` shows them. */
export interface ShownExchange {
  /** The same object whenever it is called. */
  json(): JsonObject;
  /** A member of it, without making the others. */
  member(name: string): JsonValue | undefined;
  /** The cookies that the response sets. */
  readonly cookies: readonly string[];
}

/** `$upstream` (specification, section "$upstream"): the exchanges so far, by the IDs of the requests. */
export class UpstreamTree extends Tree {
  readonly #made = new Map<string, ExchangeTree>();
  #json: JsonObject | undefined;

  constructor(private readonly exchanges: ReadonlyMap<string, ShownExchange>) {
    super("upstream", [...exchanges.values()].some(isRepeated) ? repeatedField : undefined);
  }

  member(id: string): Found {
    const exchange = this.exchanges.get(id);
    if (exchange === undefined) return undefined;
    const made = this.#made.get(id) ?? new ExchangeTree(exchange);
    this.#made.set(id, made);
    return made;
  }
  toJson(): JsonObject {
    if (this.#json === undefined) {
      const json: Record<string, JsonObject> = {};
      for (const [id, exchange] of this.exchanges) setMember(json, id, exchange.json());
      this.#json = json;
    }
    return this.#json;
  }
}

function isRepeated({ cookies }: ShownExchange): boolean {
  return cookies.length > 1;
}

class ExchangeTree extends Tree {
  #fields: FieldsTree | undefined;

  constructor(private readonly exchange: ShownExchange) {
    super("json", isRepeated(exchange) ? repeatedField : undefined);
  }

  member(name: string): Found {
    if (name !== "headers" || this.repeated === undefined) return this.exchange.member(name);
    this.#fields ??= new FieldsTree(this.exchange.json().headers as JsonObject);
    return this.#fields;
  }
  toJson(): JsonObject {
    return this.exchange.json();
  }
}

/** The fields of a response that has several of one name. */
class FieldsTree extends Tree {
  constructor(private readonly fields: JsonObject) {
    super("json", repeatedField);
  }

  member(name: string): Found {
    const value = member(this.fields, name);
    return isArray(value) ? new FieldValues(value, name, this) : value;
  }
  toJson(): JsonObject {
    return this.fields;
  }
}

/** The nodes of a field that was sent several times. As JSON, and for what wants an array, they are one. */
class FieldValues extends Selection {
  constructor(
    private readonly values: JsonArray,
    private readonly name: string,
    private readonly fields: FieldsTree,
  ) {
    super();
  }

  at(names: readonly string[], from: number): Found {
    return from === names.length ? this : undefined;
  }
  toJson(): JsonArray {
    return this.values;
  }
  toText(): string {
    return stringValue(this.values[0] ?? null);
  }
  get size(): number {
    return this.values.length;
  }
  nodes(): readonly Node[] {
    return (this.fields.nodes()[0]?.elements ?? []).filter(({ name }) => name === this.name);
  }
  toItems(): readonly Item[] {
    return this.values;
  }
  override get firstItem(): Item {
    return this;
  }
  override get itemList(): JsonArray {
    return this.values;
  }
}
