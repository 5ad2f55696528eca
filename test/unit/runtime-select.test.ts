import { describe, expect, it } from "vitest";
import { maxDepth, maxNodes, TreeLimitError } from "../../runtime/base/tree-limits.js";
import { JsonDocument, JsonNode } from "../../runtime/data/json/json-node.js";
import type { Node } from "../../runtime/data/model/node.js";
import { NodeSet } from "../../runtime/data/model/node-set.js";
import type { Found, JsonValue } from "../../runtime/data/model/values.js";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { string } from "../../runtime/data/xpath/convert.js";
import { documentRoot, filter, select, union } from "../../runtime/data/xpath/node-path.js";
import {
  type Axis,
  ancestor,
  ancestorOrSelf,
  attribute,
  child,
  descendant,
  descendantOrSelf,
  following,
  followingSibling,
  namespace,
  parent,
  preceding,
  precedingSibling,
  type Step,
  self,
} from "../../runtime/data/xpath/step.js";
import { namespaceUri } from "../../runtime/language/functions/node-functions.js";
import { workTime } from "../support/growth.js";

const steps: Record<Axis, typeof child> = {
  ancestor,
  ancestorOrSelf,
  attribute,
  child,
  descendant,
  descendantOrSelf,
  following,
  followingSibling,
  namespace,
  parent,
  preceding,
  precedingSibling,
  self,
};

const label = (node: Node): string => {
  if (node.type === "attribute") return `@${node.name}`;
  return node.name || (node.type === "text" ? `"${node.toText()}"` : node.type);
};
const labels = (found: NodeSet): string => found.nodes().map(label).join(" ");

//  r ─ a(@x) ─ b, c(@y @z) ─ d "t"
//    └ e ─ f, g
const xml = parseXml('<r><a x="1"><b/><c y="2" z="3"><d>t</d></c></a><e><f/><g/></e></r>');
const object = { a: { b: null, c: { d: "t" } }, e: { f: null, g: null } };
const whole = new JsonDocument(object);

describe.each<[string, NodeSet, string]>([
  ["XML", select(xml, "r"), "r"],
  ["JSON", select(whole, "json"), "json"],
])("axes over %s", (kind, top, root) => {
  const c = select(top, "a", "c");

  it.each<[Axis, string]>([
    ["ancestor", `document ${root} a`],
    ["ancestorOrSelf", `document ${root} a c`],
    ["child", "d"],
    ["descendant", 'd "t"'],
    ["descendantOrSelf", 'c d "t"'],
    ["following", "e f g"],
    ["followingSibling", ""],
    ["parent", "a"],
    ["preceding", "b"],
    ["precedingSibling", "b"],
    ["self", "c"],
    ["attribute", kind === "XML" ? "@y @z" : "@object"],
  ])("%s::node() from c", (axis, expected) => {
    expect(labels(select(c, steps[axis]("node()")))).toBe(expected);
  });

  it.each<[Axis, Step, string[]]>([
    ["ancestor", ancestor("node()"), ["a", root, "document"]],
    ["preceding", preceding("node()"), ["d", "c", "b", "a"].slice(0, 4)],
    ["following", following("*"), []],
    ["precedingSibling", precedingSibling("*"), ["a"]],
  ])("positions on %s count along the axis", (axis, step, order) => {
    const from = axis === "ancestor" ? c : select(top, "e");
    const expected = axis === "preceding" ? ['"t"', ...order] : order;
    const seen: string[] = [];
    select(from, {
      ...step,
      predicates: [
        (node, position, last) => {
          seen[position - 1] = label(node as Node);
          expect(last).toBe(expected.length);
          return true;
        },
      ],
    });
    expect(seen).toEqual(expected);
  });

  it("numbers again for every predicate", () => {
    const firstOnly = (_: Found, position: number) => position === 1;
    const notFirst = (_: Found, position: number) => position > 1;
    expect(labels(select(top, descendant("*", notFirst, firstOnly)))).toBe("b");
    expect(labels(select(c, ancestor("*", firstOnly)))).toBe("a");
    expect(labels(select(top, "*", child("*", firstOnly)))).toBe("b f");
    expect(
      labels(
        select(
          top,
          "*",
          child("*", (_, position, last) => position === last),
        ),
      ),
    ).toBe("c g");
    expect(labels(filter(select(top, "*", "*"), firstOnly))).toBe("b");
  });

  it("yields document order and no duplicates", () => {
    const everything = select(top, descendant("*"));
    expect(labels(select(everything, parent("*")))).toBe(`${root} a c e`);
    expect(labels(select(everything, ancestorOrSelf("*")))).toBe(`${root} a b c d e f g`);
    expect(labels(select(everything, following("*")))).toBe("c d e f g");
    expect(labels(select(everything, preceding("*")))).toBe("a b c d f");
    expect(labels(select(everything, followingSibling("*")))).toBe("c e g");
    expect(labels(select(everything, precedingSibling("*")))).toBe("a b f");
    expect(labels(select(everything, descendant("*")))).toBe("b c d f g");
    expect(labels(select(everything, child("*")))).toBe("b c d f g");
    expect(labels(select(everything, descendantOrSelf("*")))).toBe("a b c d e f g");
  });

  it("steps with and without a predicate agree from any set of nodes", () => {
    const all = [
      ...select(top, descendantOrSelf("node()")).nodes(),
      ...select(top, descendantOrSelf("*"), attribute("*")).nodes(),
    ];
    const random = generator(7);
    for (let round = 0; round < 200; round++) {
      const from = union(...all.filter(() => random() < 0.3));
      for (const axis of Object.keys(steps) as Axis[]) {
        for (const test of ["*", "node()", "text()"]) {
          const plain = select(from, steps[axis](test));
          const guarded = select(
            from,
            steps[axis](test, () => true),
          );
          expect(labels(plain), `${axis}::${test} from ${labels(from)}`).toBe(labels(guarded));
          expect(plain.nodes()).toHaveLength(new Set(plain.nodes()).size);
        }
      }
    }
  });

  it("goes // with and without positions", () => {
    expect(labels(select(top, descendantOrSelf("node()"), "d"))).toBe("d");
    expect(
      labels(
        select(
          top,
          descendantOrSelf("node()"),
          child("*", (_, position) => position === 1),
        ),
      ),
    ).toBe("a b d f");
  });

  it("knows the same nodes again", () => {
    expect(select(top, "a", "c").nodes()[0]).toBe(c.nodes()[0]);
    expect(select(c, "d", parent("node()")).nodes()[0]).toBe(c.nodes()[0]);
    expect(select(c, attribute("*"), parent("*")).nodes()[0]).toBe(c.nodes()[0]);
    expect(select(c, attribute("*")).nodes()[0]).toBe(select(c, attribute("*")).nodes()[0]);
  });

  it("unites nodes of any depth in document order", () => {
    const depth = 100;
    const deep = parseXml(`${"<a><b/>".repeat(depth)}${"<c/></a>".repeat(depth)}`);
    const of = (name: string) => select(deep, descendant(name));
    const united = union(of("c"), of("b"), of("a"), of("b"));
    expect(united.nodes()).toEqual(select(deep, descendant("*")).nodes());
  });

  it("unites nodes of several documents, one after the other", () => {
    const other = parseXml("<a><b/></a>");
    const united = union(select(top, "a"), select(other, descendant("*")), select(top, "e"));
    expect(labels(united)).toBe("a e a b");
  });

  it("unites in document order", () => {
    const e = select(top, "e");
    expect(labels(union(e, c, select(top, "a"), c, undefined))).toBe("a c e");
    expect(labels(union(select(c, "d"), select(c, attribute("*")), c))).toMatch(/^c @.*d$/);
  });

  it("finds the document of a node", () => {
    expect(documentRoot(c)?.type).toBe("document");
    expect(labels(select(documentRoot(c), child("*")))).toBe(root);
  });
});

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}

describe("node tests", () => {
  const document = parseXml(
    `<?go now?><r xmlns:p="urn:p" xmlns="" p:k="1" k="2"><p:a/><a/><d xmlns="urn:d"><a/></d>text<!--note--><?x y?><?z y?></r>`,
  );
  const r = select(document, "r");

  it.each<[string, string]>([
    ["a", "a"],
    ["p:a", "p:a"],
    ["p:*", "p:a"],
    ["*", "p:a a d"],
    ["text()", '"text"'],
    ["comment()", "comment"],
    ["processing-instruction()", "x z"],
    ["processing-instruction('z')", "z"],
    ["node()", 'p:a a d "text" comment x z'],
    ["d", ""],
  ])("child::%s", (test, expected) => expect(labels(select(r, child(test)))).toBe(expected));

  it("takes a name without a prefix for one in no namespace", () => {
    expect(labels(select(document, descendant("a")))).toBe("a");
    expect(labels(select(r, attribute("k")))).toBe("@k");
    expect(labels(select(r, attribute("p:k")))).toBe("@p:k");
    expect(labels(select(r, attribute("p:*")))).toBe("@p:k");
    expect(labels(select(r, attribute("node()")))).toBe("@p:k @k");
    expect(labels(select(r, attribute("text()")))).toBe("");
    expect(labels(select(r, self("*")))).toBe("r");
    expect(labels(select(r, attribute("*"), self("*")))).toBe("");
  });

  it("has the namespaces in scope", () => {
    const uris = (found: NodeSet) =>
      Object.fromEntries(found.nodes().map((node) => [node.name, node.toText()]));
    expect(uris(select(r, namespace("*")))).toEqual({
      p: "urn:p",
      xml: "http://www.w3.org/XML/1998/namespace",
    });
    const d = select(
      r,
      child("*", (node) => namespaceUri(node) === "urn:d"),
    );
    expect(uris(select(d, namespace("*")))).toEqual({
      "": "urn:d",
      p: "urn:p",
      xml: "http://www.w3.org/XML/1998/namespace",
    });
    expect(labels(select(r, namespace("p")))).toBe("p");
  });

  it("orders namespaces as libxml2 does", () => {
    const document = parseXml(
      '<a xmlns:p="u:1" xmlns:q="u:2"><b xmlns:r="u:3" xmlns="u:4" xmlns:p="u:5"/></a>',
    );
    const found = select(document, descendant("*", 2), namespace("*"));
    expect(found.nodes().map((node) => `${node.name}=${node.toText()}`)).toEqual([
      "xml=http://www.w3.org/XML/1998/namespace",
      "q=u:2",
      "p=u:5",
      "=u:4",
      "r=u:3",
    ]);
  });
});

describe("the tree of JSON", () => {
  const data = JSON.parse(
    '{"s": "t", "n": 1, "b": false, "z": null, "l": [1, "x"], "odd name": {"é": ""}, "a:b": 2, "__proto__": 3}',
  );
  const attributes = (found: NodeSet) => labels(select(found, attribute("*")));

  it("has an attribute that names the type", () => {
    expect(
      select(data, "*")
        .nodes()
        .map((node) => attributes(new NodeSet([node], true))),
    ).toEqual([
      "@string",
      "@number",
      "@boolean",
      "@null",
      "@array",
      "@name @object",
      "@name @number",
      "@number",
    ]);
    expect(string(select(data, "s", attribute("string")))).toBe("");
  });

  it("has json-element for names that XML has not", () => {
    expect(labels(select(data, "*"))).toBe("s n b z l json-element json-element __proto__");
    expect(select(data, "json-element", attribute("name")).items().map(string)).toEqual(["odd name", "a:b"]);
    expect(labels(select(data, "json-element", "é"))).toBe("é");
  });

  it("has text below scalars only", () => {
    expect(labels(select(data, "*", child("text()")))).toBe('"t" "1" "false" "2" "3"');
    expect(labels(select(data, "l", "value", child("node()")))).toBe('"1" "x"');
  });

  it("is below a document node, also where a variable holds an object", () => {
    expect(labels(select(data, ancestorOrSelf("node()")))).toBe("document json");
    expect(select(data).nodes()[0]).toBe(select(data).nodes()[0]);
    expect(select(data, "l", parent("node()")).nodes()[0]).toBe(select(data).nodes()[0]);
    expect(documentRoot(data)?.type).toBe("document");
    expect(documentRoot("text")?.toText()).toBe("text");
    expect(documentRoot(undefined)).toBeUndefined();
  });

  it("shares the nodes of a document with its root value", () => {
    const value: JsonValue = { a: [1] };
    const document = new JsonDocument(value);
    expect(select(value, "a").nodes()[0]).toBe(select(document, "json", "a").nodes()[0]);
  });

  it.each<[Found]>([["text"], [1], [true], [undefined]])("has no nodes for %j", (value) => {
    expect(select(value).size).toBe(0);
    expect(select(value, "a").size).toBe(0);
  });

  it("gives plain data back", () => {
    expect(select(data, "l").toJson()).toEqual([1, "x"]);
    expect(select(data, "l").nodes()[0]).toBeInstanceOf(JsonNode);
    expect(select(data, "s", child("text()")).toJson()).toBe("t");
  });
});

describe("cost and bounds", () => {
  it("survives JSON of any depth as a value, and refuses to walk it as nodes", () => {
    const deep = JSON.parse(`${"[".repeat(100_000)}"x"${"]".repeat(100_000)}`) as JsonValue;
    expect(string(deep)).toBe("x");
    expect(() => select(deep, descendant("value"))).toThrow(TreeLimitError);
  });

  it("walks what nests up to the limit", () => {
    const deep = JSON.parse(`${'{"a":'.repeat(maxDepth - 1)}1${"}".repeat(maxDepth - 1)}`) as JsonValue;
    expect(select(deep, descendant("a")).size).toBe(maxDepth - 1);
    expect(select(deep, descendant("a"), ancestor("a"), descendantOrSelf("a")).size).toBe(maxDepth - 1);
  });

  it("refuses more nodes than a document may have", () => {
    const wide = { a: new Array(maxNodes + 1).fill(0) } as JsonValue;
    expect(() => select(wide, "a", "value")).toThrow(TreeLimitError);
  });

  it("takes linear time from every node of a long list", () => {
    const list = Array.from({ length: 30_000 }, (_, index) => ({ a: index }));
    const start = workTime();
    const items = select(list, "value");
    for (const step of [followingSibling, precedingSibling, following, preceding]) {
      expect(select(items, step("value")).size).toBe(list.length - 1);
    }
    expect(select(items, descendantOrSelf("node()"), child("a"), parent("*")).size).toBe(list.length);
    expect(union(select(items, "a"), items).size).toBe(2 * list.length);
    expect(workTime() - start).toBeLessThan(3000);
  });
});
