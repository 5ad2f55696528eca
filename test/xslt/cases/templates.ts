/** XSLT 1.0 §5 and §6: template rules, modes, conflicts, import precedence, named templates. */
import { listed } from "../../support/samples.js";
import { apply, type Case, call, each, named, root, template, value } from "./case.js";

const doc = "<r><a>1</a><b x='2'>3<c>4</c></b><!--5--><?p 6?></r>";
const others = (files: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries(files).map(([path, content]) => [
      path,
      `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${content}</xsl:stylesheet>`,
    ]),
  );
const [importOne, importTwo, include] = [
  '<xsl:import href="one.xsl"/>',
  '<xsl:import href="two.xsl"/>',
  '<xsl:include href="one.xsl"/>',
];

export const templates = listed<Case>({
  "built-in rules: the text of elements": { sheet: "", input: doc, expected: "134" },
  "built-in rules: attributes are copied as text, comments and instructions are nothing": {
    sheet: template("b", apply("@*|node()")) + template("r", apply("b|comment()|processing-instruction()")),
    input: doc,
    expected: "234",
  },
  "built-in rules for a mode stay in the mode": {
    sheet: root(apply(undefined, "", 'mode="m"')) + template("c", "[c]", 'mode="m"') + template("c", "wrong"),
    input: doc,
    expected: "13[c]",
  },
  "apply-templates to children": {
    sheet: template("r", apply()) + template("*", "."),
    input: doc,
    expected: "..",
  },
  "apply-templates with select, in document order": {
    sheet: template("r", apply("c|.//c|a|b")) + template("*", `(${value("name()")})`),
    input: doc,
    expected: "(a)(b)(c)",
  },
  "apply-templates to nothing": {
    sheet: template("r", `[${apply("none")}]`),
    input: doc,
    expected: "[]",
  },
  "apply-templates to another place": {
    sheet: template("a", apply("../b/c")) + template("c", "C") + template("b", ""),
    input: doc,
    expected: "C",
  },
  "the position and the size of the current node list": {
    sheet: template("r", apply("*")) + template("*", `${value("position()")}/${value("last()")},`),
    input: doc,
    expected: "1/2,2/2,",
  },
  "a node is instantiated as often as it is selected": {
    sheet: template("r", apply("a") + apply("a")) + template("a", "A"),
    input: doc,
    expected: "AA",
  },
  modes: {
    sheet:
      template("r", apply("a") + apply("a", "", 'mode="x"') + apply("a", "", 'mode="y"')) +
      template("a", "none ") +
      template("a", "x ", 'mode="x"') +
      template("a", "y ", 'mode="y"'),
    input: doc,
    expected: "none x y ",
  },
  "modes with a namespace": {
    attributes: 'xmlns:p="urn:m" xmlns:q="urn:m" exclude-result-prefixes="p q"',
    sheet:
      template("r", apply("a", "", 'mode="p:x"')) +
      template("a", "yes", 'mode="q:x"') +
      template("a", "no", 'mode="x"'),
    input: doc,
    expected: "yes",
  },
  "the mode is not passed on": {
    sheet:
      template("r", apply("b", "", 'mode="m"')) +
      template("b", apply("c"), 'mode="m"') +
      template("c", "plain") +
      template("c", "mode", 'mode="m"'),
    input: doc,
    expected: "plain",
  },
  "default priorities: name before prefix before any node; the last of equal ones": {
    attributes: 'xmlns:p="urn:p" exclude-result-prefixes="p"',
    sheet:
      template("p:*", "prefix ") +
      template("p:a", "name ") +
      template("*", "any ") +
      template("node()", "node ") +
      template("r", apply("node()")),
    input: '<r><a xmlns="urn:p"/><b xmlns="urn:p"/><c/>text<!-- --></r>',
    expected: "name prefix node node node ",
  },
  "default priorities: a predicate or a step before a name": {
    sheet:
      template("a[1]", "predicate ") +
      template("r/b", "path ") +
      template("a", "a ") +
      template("b", "b ") +
      template("c", "c ") +
      template("r", apply("*")),
    input: "<r><a/><b/><c/></r>",
    expected: "predicate path c ",
  },
  "default priorities: an instruction by its name before others": {
    sheet:
      template("processing-instruction('p')", "named ") +
      template("processing-instruction()", "any ") +
      template("r", apply("processing-instruction()")),
    input: "<r><?p?><?q?></r>",
    expected: "named any ",
  },
  "default priorities of attributes": {
    sheet: template("@*", "any ") + template("@x", "x ") + template("r", apply("@*")),
    input: "<r x='1' y='2'/>",
    expected: "x any ",
  },
  "explicit priorities": {
    sheet:
      template("a", "low", 'priority="-1"') +
      template("*", "high", 'priority="1.5"') +
      template("r", apply("a"), 'priority="2"'),
    input: "<r><a/></r>",
    expected: "high",
  },
  "each alternative of a union has a priority of its own": {
    sheet:
      template("a|*", "union ") + template("b", "b ") + template("a[@x]", "x ") + template("r", apply("*")),
    input: "<r><a/><a x=''/><b/><c/></r>",
    expected: "union x b union ",
  },
  "the last of equal rules wins": {
    sheet: template("a", "first") + template("a", "last") + template("r", apply("a")),
    input: "<r><a/></r>",
    expected: "last",
  },
  "a rule for the root node": {
    sheet: template("/", `<top>${apply()}</top>`) + template("r", "r"),
    expected: "<top>r</top>",
  },
  "rules for comments, instructions and text": {
    sheet:
      template("comment()", "c") +
      template("processing-instruction()", "p") +
      template("text()", "t") +
      template("r", apply("node()")) +
      template("b", ""),
    input: "<r>x<!--y--><?z?><b/></r>",
    expected: "tcp",
  },
  "named templates": {
    sheet: root(`${call("a")}${call("b")}`) + named("a", "A") + named("b", call("a")),
    expected: "AA",
  },
  "a named template sees the current node and list": {
    sheet: root(each("r/*", call("n"))) + named("n", `${value("name()")}${value("position()")},`),
    input: "<r><a/><b/></r>",
    expected: "a1,b2,",
  },
  "a template with a name and a pattern": {
    sheet: template("a", "both ", 'name="n"') + template("r", apply("a") + call("n")),
    input: "<r><a/></r>",
    expected: "both both ",
  },
  "names of templates with a namespace": {
    attributes: 'xmlns:p="urn:p" xmlns:q="urn:p" exclude-result-prefixes="p q"',
    sheet: root(call("q:n")) + named("p:n", "yes") + named("n", "no"),
    expected: "yes",
  },
  recursion: {
    sheet:
      root(call("down", '<xsl:with-param name="n" select="4"/>')) +
      named(
        "down",
        `<xsl:param name="n"/>${value("$n")}<xsl:if test="$n &gt; 0">${call("down", '<xsl:with-param name="n" select="$n - 1"/>')}</xsl:if>`,
      ),
    expected: "43210",
  },
  "import precedence comes before priority": {
    sheet: importOne + template("a", "here", 'priority="-5"'),
    input: "<r><a/></r>",
    files: others({ "one.xsl": template("a", "there", 'priority="5"') }),
    expected: "here",
  },
  "the later import has the higher precedence": {
    sheet: importOne + importTwo,
    input: "<r><a/></r>",
    files: others({ "one.xsl": template("a", "one"), "two.xsl": template("a", "two") }),
    expected: "two",
  },
  "an import of an import comes below it": {
    sheet: importOne,
    input: "<r><a/><b/></r>",
    files: others({
      "one.xsl": importTwo + template("a", "one "),
      "two.xsl": template("*", "two ") + template("r", apply()),
    }),
    expected: "one two ",
  },
  "an included stylesheet has the same precedence": {
    sheet: template("a", "before") + include,
    input: "<r><a/></r>",
    files: others({ "one.xsl": template("a", "included") }),
    expected: "included",
  },
  "what an included stylesheet imports comes below the one that includes it": {
    sheet: include + template("a", "here"),
    input: "<r><a/><b/></r>",
    files: others({ "one.xsl": importTwo, "two.xsl": template("a|b", "imported") }),
    expected: "hereimported",
  },
  "named templates are overridden by import precedence": {
    sheet: importOne + named("n", "here"),
    files: others({ "one.xsl": named("n", "there") + root(call("n")) }),
    expected: "here",
  },
  "apply-imports": {
    sheet: importOne + template("a", "<x><xsl:apply-imports/></x>"),
    input: "<r><a>t</a></r>",
    files: others({ "one.xsl": template("a", `<y>${apply()}</y>`) }),
    expected: "<x><y>t</y></x>",
  },
  "apply-imports without an imported rule uses the built-in one": {
    sheet: importOne + template("a", "<x><xsl:apply-imports/></x>"),
    input: "<r><a>t</a></r>",
    files: others({ "one.xsl": template("b", "no") }),
    expected: "<x>t</x>",
  },
  "apply-imports keeps the mode": {
    sheet:
      importOne +
      root(apply("//a", "", 'mode="m"')) +
      template("a", "<x><xsl:apply-imports/></x>", 'mode="m"'),
    input: "<r><a>t</a></r>",
    files: others({ "one.xsl": template("a", "no") + template("a", "yes", 'mode="m"') }),
    expected: "<x>yes</x>",
  },
  "apply-imports through two levels": {
    sheet: importOne + template("a", "1<xsl:apply-imports/>"),
    input: "<r><a/></r>",
    files: others({
      "one.xsl": importTwo + template("a", "2<xsl:apply-imports/>"),
      "two.xsl": template("a", "3"),
    }),
    expected: "123",
  },
  "apply-imports from a stylesheet that was imported first does not reach the second one": {
    sheet: importOne + importTwo,
    input: "<r><a>t</a></r>",
    files: others({
      "one.xsl": template("a", "one"),
      "two.xsl": template("a", "<two><xsl:apply-imports/></two>"),
    }),
    expected: "<two>t</two>",
    libxslt: "searches all stylesheets of a lower precedence",
  },
  "the current node of apply-imports, and its position": {
    sheet: importOne + template("r", apply("a")) + template("a", "<xsl:apply-imports/>"),
    input: "<r><a/><a/></r>",
    files: others({ "one.xsl": template("a", `${value("position()")}of${value("last()")},`) }),
    expected: "1of2,2of2,",
  },
});
