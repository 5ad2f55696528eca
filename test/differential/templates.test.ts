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
