// invoice.xsl, compiled by flowc.

import {
  at,
  attribute,
  child,
  compare,
  concat,
  descendant,
  documentRoot,
  exists,
  filter,
  name,
  number,
  path,
  string,
  toNumber,
} from "flowc/runtime";
import {
  anywhere,
  fromRoot,
  type PatternMaker,
  type Prefixes,
  type Stylesheet,
  stylesheet,
  type Template,
} from "flowc/runtime/xslt";

/** match="*", from common.xsl:2:4 */
const anyTemplate: Template = ($, out, node) => {
  out.open("p");
  out.apply(path(node, child("node()")));                   // common.xsl:2:31 xsl:apply-templates
  out.close();                                              // p
};

/** name="foot", from common.xsl:4:4 */
const footTemplate: Template = ($, out, node, position, last) => {
  const left = out.parameter("left", () => 0);              // common.xsl:5:6 xsl:param
  if (compare(left, ">", 0)) {                              // common.xsl:6:6 xsl:if
    out.open("hr");
    out.close();                                            // hr
    out.continueWith(footTemplate, node, position, last, {  // common.xsl:8:8 xsl:call-template
      parameters: [["left", toNumber(left) - 1]],
    });
  }
};

/** match="/", from invoice.xsl:11:4 */
const rootTemplate: Template = ($, out, node, position, last) => {
  // invoice.xsl:12:6 xsl:variable
  const lines = path(documentRoot(node), descendant("line"));
  out.open("html");
  out.open("body");
  out.apply(lines, {                                        // invoice.xsl:15:10 xsl:apply-templates
    mode: "row",
    sort: [
      {
        key: (item) => string(at(item, attribute("price"))),
        dataType: "number",
        order: "descending",
      },
    ],
  });
  // invoice.xsl:18:10 xsl:call-template
  out.call(footTemplate, node, position, last, { parameters: [["left", 2]] });
  out.close();                                              // body
  out.close();                                              // html
};

/** match="line[key('line', @article)[2]]" mode="row", from invoice.xsl:23:4 */
const lineRowTemplate: Template = ($, out, node, position, last) => {
  const mark = out.parameter("mark", () =>                  // invoice.xsl:24:6 xsl:param
    out.tree(() => {
      out.text("*");
    }),
  );
  out.open("tr");
  out.attribute("title", string(mark) + " " + string(at(node, attribute("article"))));
  out.applyImports(node, position, last);                   // invoice.xsl:25:37 xsl:apply-imports
  out.close();                                              // tr
};

const countedNodes: readonly PatternMaker[] = [anywhere("line")];

const prefixes: Prefixes = [
  ["xsl", "http://www.w3.org/1999/XSL/Transform"],
  ["i", "urn:invoice"],
];

/** match="line" mode="row", from invoice.xsl:28:4 */
const lineRowTemplate2: Template = ($, out, node, position, last) => {
  if (exists(at(node, attribute("price")))) {               // invoice.xsl:29:6 xsl:choose
    out.open("td");
    out.attributeSet("cell", node, position, last);
    // invoice.xsl:32:12 xsl:number
    out.number(node, { level: "any", count: countedNodes, format: "1. " });
    out.text(                                               // invoice.xsl:33:12 xsl:value-of
      concat(
        out.formatNumber(number(at(node, attribute("price"))), "#.##0,00", "euro"),
        " ",
        string(out.global("currency")),
      ),
    );
    out.close();                                            // td
  } else {
    out.copy(node, () => {                                  // invoice.xsl:36:23 xsl:copy
      out.copyOf(at(node, attribute("*")));                 // invoice.xsl:36:33 xsl:copy-of
    });
  }
  out.forEach(                                              // invoice.xsl:38:6 xsl:for-each
    path(
      node,
      child("note", (item, position) => position < 3),
    ),
    (item, position) => {
      if (!exists(at(item, "hidden"))) {                    // invoice.xsl:39:8 xsl:if
        // invoice.xsl:39:35 xsl:value-of
        out.text(concat(string(position), ". ", string(at(item, "text"))));
      }
    },
  );
  out.openNamed(name(node), { scope: prefixes });           // invoice.xsl:41:6 xsl:element
  // invoice.xsl:41:35 xsl:attribute
  out.attributeNamed(string(at(node, attribute("kind"))), "1", { scope: prefixes });
  out.close();
};

export const invoiceXsl: Stylesheet = stylesheet({
  path: "invoice.xsl",
  output: { method: "html", encoding: "UTF-8" },
  rules: [
    { match: anywhere(child("*")), priority: -0.5, template: anyTemplate },
    { match: fromRoot(), priority: 0.5, precedence: 1, template: rootTemplate },
    {
      match: ($, out) =>
        anywhere(
          child("line", (item) =>
            exists(filter(out.key("line", path(item, attribute("article")), item), 2)),
          ),
        ),
      mode: "row",
      priority: 2,
      precedence: 1,
      template: lineRowTemplate,
    },
    {
      match: anywhere("line"),
      mode: "row",
      priority: 0,
      precedence: 1,
      template: lineRowTemplate2,
    },
  ],
  globals: [["currency", () => "EUR"]],
  keys: [
    {
      name: "line",
      match: [
        anywhere("line"),
        anywhere(child("{urn:invoice}line", (item) => exists(at(item, attribute("article"))))),
      ],
      use: ($, out, node) => path(node, attribute("article")),
    },
  ],
  attributeSets: [
    [
      "cell",
      [
        ($, out) => {
          out.attributeNamed("class", "cell");              // invoice.xsl:9:35 xsl:attribute
        },
      ],
    ],
  ],
  decimalFormats: [["euro", { decimalSeparator: ",", groupingSeparator: "." }]],
  spaceRules: [["*", "strip"]],
});
