import { wordsOf } from "./names.js";

/** The attributes that each element of XSLT 1.0 has (appendix D); those it cannot go without end with `!`. */
const grammar: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    stylesheet: "id extension-element-prefixes exclude-result-prefixes version!",
    transform: "id extension-element-prefixes exclude-result-prefixes version!",
    import: "href!",
    include: "href!",
    "strip-space": "elements!",
    "preserve-space": "elements!",
    output:
      "method version encoding omit-xml-declaration standalone doctype-public doctype-system cdata-section-elements indent media-type",
    key: "name! match! use!",
    "decimal-format":
      "name decimal-separator grouping-separator infinity minus-sign NaN percent per-mille zero-digit digit pattern-separator",
    "namespace-alias": "stylesheet-prefix! result-prefix!",
    "attribute-set": "name! use-attribute-sets",
    variable: "name! select",
    param: "name! select",
    template: "match name priority mode",
    "apply-templates": "select mode",
    "apply-imports": "",
    "call-template": "name!",
    "with-param": "name! select",
    "for-each": "select!",
    sort: "select lang data-type order case-order",
    if: "test!",
    choose: "",
    when: "test!",
    otherwise: "",
    attribute: "name! namespace",
    element: "name! namespace use-attribute-sets",
    "processing-instruction": "name!",
    comment: "",
    text: "disable-output-escaping",
    "value-of": "select! disable-output-escaping",
    copy: "use-attribute-sets",
    "copy-of": "select!",
    number: "level count from value format lang letter-value grouping-separator grouping-size",
    message: "terminate",
    fallback: "",
  }).map(([name, attributes]) => [name, wordsOf(attributes)]),
);

/** Elements that stand at the top level of a stylesheet. */
export const declarationNames: ReadonlySet<string> = new Set(
  wordsOf(
    "import include strip-space preserve-space output key decimal-format namespace-alias attribute-set variable param template",
  ),
);

/** Elements that stand in a template. */
export const instructionNames: ReadonlySet<string> = new Set(
  wordsOf(
    "apply-templates apply-imports call-template for-each if choose variable attribute element processing-instruction comment text value-of copy copy-of number message fallback",
  ),
);

/** Elements without content. */
export const emptyNames: ReadonlySet<string> = new Set(
  wordsOf(
    "import include strip-space preserve-space output key decimal-format namespace-alias sort value-of copy-of number",
  ),
);

export const elementNames: readonly string[] = [...grammar.keys()];

interface AttributeNames {
  readonly all: readonly string[];
  readonly required: readonly string[];
}

export function attributesOf(element: string): AttributeNames | undefined {
  const names = grammar.get(element);
  return (
    names && {
      all: names.map((name) => name.replace("!", "")),
      required: names.filter((name) => name.endsWith("!")).map((name) => name.slice(0, -1)),
    }
  );
}

/** The words that an attribute may hold, where it does not hold anything (§10, §7.7). */
export const wordsIn: ReadonlyMap<string, readonly string[]> = new Map([
  ["sort order", ["ascending", "descending"]],
  ["sort data-type", ["text", "number"]],
  ["sort case-order", ["upper-first", "lower-first"]],
  ["number letter-value", ["alphabetic", "traditional"]],
]);
