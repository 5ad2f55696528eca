/** Compiled templates against what their commands mean, and what no template may ever do. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { JsonDocument } from "../../runtime/data/json/json-node.js";
import { path } from "../../runtime/data/xpath/variable-path.js";
import { compileTemplate } from "./compiled.js";
import { allNodes, type DomNode, ELEMENT } from "./dom.js";
import { expressions } from "./expressions.js";
import { jsonDocuments, memberNames, notation, oddNames } from "./json-documents.js";
import { counterpart } from "./nodes.js";
import { settings } from "./settings.js";
import { meaning, templates, templateText } from "./templates.js";
import { texts } from "./xml-documents.js";

const words = {
  elements: ["a", "b", "value", "json", "__proto__", "constructor", "*", "*"],
  attributes: ["name", "string", "array", "*"],
  texts: texts.slice(0, 14),
  isXml: false,
};
const names = ["a", "b", "value", "0", "", "__proto__", "constructor"];

const plainPaths = fc.array(fc.constantFrom("a", "b", "value", "value", "constructor"), { maxLength: 2 });

const children = (nodes: readonly DomNode[], ...names: readonly string[]): readonly DomNode[] =>
  names.reduce(
    (parents, name) =>
      parents.flatMap(({ childNodes }) => childNodes.filter(({ nodeName }) => nodeName === name)),
    nodes,
  );

test("any template, any document, any context node", () => {
  const { any, nodes } = expressions(words, 1);
  fc.assert(
    fc.property(
      templates(any, nodes, names),
      jsonDocuments(names),
      fc.nat(),
      plainPaths,
      (template, value, at, names) => {
        const dom = notation(value);
        const elements = allNodes(dom).filter(({ nodeType }) => nodeType === ELEMENT);
        const node = elements[at % elements.length] ?? dom;
        const held = children(children([dom], "json"), ...names);
        const variables = { number: 2, string: "a", boolean: true, nodes: held, unset: [] };
        const expected = meaning(template, { node, position: 1, last: 1, variables });
        const source = templateText(template);
        const compiled = compileTemplate(source);
        const document = new JsonDocument(value);
        const $ = { ...variables, nodes: path(document, "json", ...names), unset: undefined };
        const found = compiled.run(counterpart(node, document), $);
        expect(JSON.stringify(found), `${source}\n${compiled.code}`).toBe(JSON.stringify(expected));
      },
    ),
    settings(3000),
  );
});

test("an object whose pairs have names is the same as one of parts, in whatever order the items have them", () => {
  const names = ["a", "b", "c", "value", "constructor"];
  const members = fc.array(fc.tuple(fc.constantFrom(...names, "d"), fc.constantFrom(1, null, [2, 3])), {
    maxLength: 6,
  });
  const item = fc.oneof(
    { weight: 6, arbitrary: members.map((entries) => Object.fromEntries(entries)) },
    fc.constantFrom(null, "text", [], [1, 2]),
  );
  const chosen = fc.uniqueArray(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });
  const others = fc.uniqueArray(fc.constantFrom<string>("x", "y", "a"), { maxLength: 3 });
  fc.assert(
    fc.property(
      fc.array(item, { minLength: 1 }),
      chosen,
      others,
      fc.nat(3),
      fc.boolean(),
      (value, pairs, others, at, isNode) => {
        const own = others.map((name) => `"${name}": {{ b/value[1] ?? $position }}`);
        const parts = (...producers: readonly string[]): string =>
          own.toSpliced(at, 0, ...producers).join(" {{,}} ");
        const compiled = [
          [`{{: ${pairs.join(" | ")} }}`],
          [`{{: ${pairs.join(" | ")} }}`, "{{: unknown }}"],
        ].map((producers) =>
          compileTemplate(
            `[ {{loop /json}}{{$position := position() }}${isNode ? "{{with self::node()[../value]}}" : ""}{ ${parts(...producers)} }${isNode ? "{{else}}0{{end}}" : ""}{{end}} ]`,
          ),
        );
        const variables = { number: 0, string: "", boolean: true, nodes: undefined, unset: undefined };
        const [whole, ofParts] = compiled.map(({ run }) =>
          JSON.stringify(run(new JsonDocument(value), variables)),
        );
        expect(whole, compiled[0]?.code).toBe(ofParts);
        const isLiteral = !pairs.some((name) => name === "constructor" || others.includes(name));
        expect(compiled.map(({ code }) => code.includes("omitMissing"))).toEqual([isLiteral, false]);
      },
    ),
    settings(300),
  );
});

test("a document comes back as it was from every kind of copy", () => {
  const copies = ["{{ $nodes }}", "{{ /json }}", "{{with /json}} {{.}} {{else}} null {{end}}"].map(
    compileTemplate,
  );
  const objects = ["{ {{: /json/* }} }", "{ {{: $nodes/* }} }", "{ {{with /json}} {{: * }} {{end}} }"].map(
    compileTemplate,
  );
  const arrays = ["[ {{loop /json}} {{.}} {{end}} ]", "[ {{loop /json}} {{ . }} {{end}} ]"].map(
    compileTemplate,
  );
  fc.assert(
    fc.property(jsonDocuments([...memberNames, ...oddNames]), (value) => {
      const text = JSON.stringify(value);
      const document = new JsonDocument(value);
      const variables = { number: 0, string: "", boolean: true, nodes: document.root, unset: undefined };
      const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
      for (const { run, code } of [
        ...copies,
        ...(isObject ? objects : []),
        ...(Array.isArray(value) ? arrays : []),
      ])
        expect(JSON.stringify(run(document, variables)), code).toBe(text);
    }),
    settings(500),
  );
});
