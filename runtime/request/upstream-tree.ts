import { Tree } from "../data/json/lazy-tree.js";
import type { Node } from "../data/model/node.js";
import { stringValue } from "../data/model/string-value.js";
import {
  type Found,
  type Item,
  isArray,
  isObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
  Selection,
} from "../data/model/values.js";

/** The only field whose values cannot be joined to one (RFC 9110 §5.3): an array in JSON, several nodes for paths. */
const repeatedField = "set-cookie";

/** `$upstream` (specification, section "$upstream"): the exchanges so far, by the IDs of the requests. */
export class UpstreamTree extends Tree {
  readonly #made = new Map<string, ExchangeTree>();

  constructor(private readonly exchanges: JsonObject) {
    super("upstream", Object.values(exchanges).some(hasRepeated) ? repeatedField : undefined);
  }

  member(id: string): Found {
    const exchange = member(this.exchanges, id);
    if (this.repeated === undefined || !isObject(exchange) || !hasRepeated(exchange)) return exchange;
    const made = this.#made.get(id) ?? new ExchangeTree(exchange);
    this.#made.set(id, made);
    return made;
  }
  toJson(): JsonObject {
    return this.exchanges;
  }
}

function hasRepeated(exchange: JsonValue): boolean {
  const headers = isObject(exchange) ? exchange.headers : undefined;
  return isObject(headers) && isArray(headers[repeatedField]);
}

/** An exchange whose response has several fields of one name. */
class ExchangeTree extends Tree {
  readonly #fields: FieldsTree;

  constructor(private readonly exchange: JsonObject) {
    super("json", repeatedField);
    this.#fields = new FieldsTree(exchange.headers as JsonObject);
  }

  member(name: string): Found {
    return name === "headers" ? this.#fields : member(this.exchange, name);
  }
  toJson(): JsonObject {
    return this.exchange;
  }
}

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
  items(): readonly Item[] {
    return this.values;
  }
  override get first(): Item {
    return this;
  }
  override get list(): JsonArray {
    return this.values;
  }
}
