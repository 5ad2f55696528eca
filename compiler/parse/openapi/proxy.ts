import { writeJson } from "../../../runtime/data/json/long-integers.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Span } from "../../source/source-text.js";
import type { JsonItem, JsonMember, JsonNode, ObjectNode } from "../../syntax/json-template.js";
import type { YamlEntry } from "../yaml/yaml.js";

/**
 * How deep a configuration may nest, and how many values it may have: with aliases, a small file can become a
 * big one.
 */
const maxDepth = 10;
const maxValues = 1_000;

/**
 * Reads `x-flow-proxy`: the configuration of a `proxy-request`, as YAML. Returns `undefined` after reporting
 * an error.
 */
export function readProxy(entry: YamlEntry, reporter: Reporter): ObjectNode | undefined {
  const report = (span: Span, key: string, expected: string) =>
    reporter.report(span, "proxyConfiguration", { key, expected });
  const { value, isWhole } = new ConfigurationReader().read(entry);
  if (!isWhole)
    report(entry.keySpan, entry.key, `at most ${maxDepth} levels deep, and have at most ${maxValues} values`);
  else if (value.kind !== "object") report(value.span, entry.key, "a mapping, such as of origin");
  else return value;
  return undefined;
}

class ConfigurationReader {
  #values = 0;
  #isWhole = true;

  read(entry: YamlEntry): { readonly value: JsonNode; readonly isWhole: boolean } {
    const value = this.#value(entry, entry.valueSpan, maxDepth);
    return { value, isWhole: this.#isWhole };
  }

  #value(entry: YamlEntry, span: Span, depth: number): JsonNode {
    if (depth === 0 || ++this.#values > maxValues) this.#isWhole = false;
    if (!this.#isWhole) return { kind: "constant", span, value: null, text: "null" };
    const { entries, items, scalar } = entry;
    if (entries !== undefined)
      return { kind: "object", span, members: entries.map((member) => this.#member(member, depth - 1)) };
    if (items !== undefined)
      return { kind: "array", span, items: items.map((item) => this.#item(item, span, depth - 1)) };
    return { kind: "constant", span, value: scalar, text: writeJson(entry.file.exactScalar(entry.value)) };
  }

  #member(entry: YamlEntry, depth: number): JsonMember {
    const { key: name, keySpan, valueSpan } = entry;
    const span = { ...keySpan, end: valueSpan.end };
    const value = this.#value(entry, valueSpan, depth);
    return { kind: "member", span: span.start < span.end ? span : keySpan, name, value };
  }

  #item(item: YamlEntry, span: Span, depth: number): JsonItem {
    return { kind: "item", span, value: this.#value(item, span, depth) };
  }
}
