/** The finds of the random tests, kept as samples: a run of theirs need not come across them again. */
import { describe, expect, test } from "vitest";
import { JsonDocument } from "../../runtime/data/json/json-node.js";
import type { Found, JsonValue, Value } from "../../runtime/data/model/values.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { path } from "../../runtime/data/xpath/variable-path.js";
import { compileExpression, compileTemplate, untyped } from "./compiled.js";

const $ = { number: 0, string: "", boolean: true, nodes: undefined, unset: undefined };

describe("expressions", () => {
  test.each<[string, Found, Value]>([
    // §4.1: tokens separated by white space, of which an empty string has none.
    ["count(id(a))", parseXml('<r><b xml:id=" "/></r>'), 0],
    ["count(id(''))", parseXml('<r><b xml:id=""/></r>'), 0],
    // xml:id §4: white space around is taken off, that of XML only.
    ["count(id('\u00a05'))", parseXml('<r><b xml:id="\u00a05 "/></r>'), 1],
    // §4.2: zero has the string-value "0", whatever its sign; a number that is no node keeps it.
    ["1 div .", new JsonDocument(-0), Number.POSITIVE_INFINITY],
    ["1 div json", new JsonDocument(-0), Number.POSITIVE_INFINITY],
    ["1 div sum(.)", new JsonDocument("-0"), Number.POSITIVE_INFINITY],
    ["1 div sum(json)", new JsonDocument("-0"), Number.POSITIVE_INFINITY],
    ["1 div -0", new JsonDocument(null), Number.NEGATIVE_INFINITY],
    ["1 div $number", new JsonDocument(null), Number.NEGATIVE_INFINITY],
  ])("%s", (source, item, expected) => {
    expect(compileExpression(source, untyped).natural(item, { ...$, number: -0 })).toBe(expected);
  });
});

describe("templates", () => {
  const people: JsonValue = {
    title: "T",
    none: [],
    nulls: [null, [1]],
    names: ["ann", "bob"],
    groups: [{ names: ["eve"] }],
  };

  test.each<[string, JsonValue]>([
    // A string of an array has a text node, and is a node of its own, like any other.
    ["[ {{loop names}} {{ text() }} {{end}} ]", ["ann", "bob"]],
    ["[ {{loop names}} {{ .//text() }} {{end}} ]", ["ann", "bob"]],
    ["[ {{loop names}} {{ count(descendant-or-self::node()) }} {{end}} ]", [2, 2]],
    ["[ {{loop names}} {{ self::node()[. = 'bob'] }} {{end}} ]", [null, "bob"]],
    ["[ {{loop names}} {{ (.)[1] }} {{end}} ]", ["ann", "bob"]],
    ["[ {{loop names}} {{ count(. | ..) }} {{end}} ]", [2, 2]],
    ["[ {{loop names}} {{ name(./@string) }} {{end}} ]", ["string", "string"]],
    // A pair producer takes the context node's own name.
    ["[ {{loop names}} { {{: . }} } {{end}} ]", [{ value: "ann" }, { value: "bob" }]],
    // Nodes above the context count in parentheses, too.
    ["[ {{loop groups}} {{ name((names)/../..) }} {{end}} ]", ["groups"]],
    // An empty node-set gives way to what is behind `??`, and so does one that begins with null.
    ["[ {{loop names[9] ?? groups[9]/names ?? names}} {{.}} {{end}} ]", ["ann", "bob"]],
    ["[ {{loop nulls/value ?? names}} {{.}} {{end}} ]", ["ann", "bob"]],
    ['{ {{with missing[1] ?? groups}} "n": {{ count(*) }} {{end}} }', { n: 1 }],
    ["{{if missing[1] ?? unknown}} true {{else}} false {{end}}", false],
    ["{{if missing[1] ?? title}} true {{else}} false {{end}}", true],
    // A variable keeps the way to what is around its nodes.
    ["[ {{loop $nodes}} {{ ../../title }} {{end}} ]", ["T", "T"]],
    ["[ {{loop $unset ?? $nodes}} {{ ../../title }} {{end}} ]", ["T", "T"]],
    ['{ {{with $nodes}} "t": {{ ../title }} {{end}} }', { t: "T" }],
    // A string is no node, but a context all the same.
    ['{ {{with $string}} "s": {{.}}, "t": {{ ../title }} {{end}} }', { s: "text", t: null }],
  ])("%s", (source, expected) => {
    const document = new JsonDocument(people);
    const variables = { ...$, string: "text", nodes: path(document, "json", "names") };
    const { run, code } = compileTemplate(source);
    expect(run(document.root, variables), code).toStrictEqual(expected);
  });
});
