/** XSLT 1.0 §11: variables, parameters, result tree fragments. */
import { listed } from "../../support/samples.js";
import { apply, type Case, call, each, named, output, root, template, value } from "./case.js";

const variable = (name: string, select: string) => `<xsl:variable name="${name}" select="${select}"/>`;
const tree = (name: string, body: string) => `<xsl:variable name="${name}">${body}</xsl:variable>`;
const param = (name: string, select?: string) =>
  select === undefined ? `<xsl:param name="${name}"/>` : `<xsl:param name="${name}" select="${select}"/>`;
const given = (name: string, select: string) => `<xsl:with-param name="${name}" select="${select}"/>`;
const importOne = '<xsl:import href="one.xsl"/>';
const one = (content: string) => ({
  "one.xsl": `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">${content}</xsl:stylesheet>`,
});

export const variables = listed<Case>({
  "variables of all types": {
    sheet: root(
      `${variable("s", "'x'")}${variable("n", "1.5")}${variable("b", "1=1")}${variable("e", "//a")}${value("concat($s,$n,$b,count($e))")}`,
    ),
    input: "<r><a/><a/></r>",
    expected: "x1.5true2",
  },
  "a variable without content is an empty string": {
    sheet: root(
      `<xsl:variable name="v"/>[${value("$v")}]${value("string-length($v)")}${value("boolean($v)")}`,
    ),
    expected: "[]0false",
  },
  "a tree: its string value": {
    sheet: root(`${tree("v", "a<b>c</b>")}${value("$v")}`),
    expected: "ac",
  },
  "a tree: a copy of it": {
    sheet: root(`${tree("v", "a<b x='1'>c</b><d/>")}<o><xsl:copy-of select="$v"/></o>`),
    expected: '<o>a<b x="1">c</b><d/></o>',
  },
  "a tree: as a boolean and a number": {
    sheet: root(`${tree("v", "")}${tree("w", "5")}${value("boolean($w)")},${value("$w + 1")}`),
    expected: "true,6",
  },
  "a tree compares as a node-set with one node": {
    sheet: root(`${tree("v", "1")}${value("$v = 1")},${value("$v = '1'")},${value("$v = true()")}`),
    expected: "true,true,true",
  },
  "the context of select in a variable": {
    sheet: root(each("//a", `${variable("v", ".")}${value("$v")}${value("position()")}`)),
    input: "<r><a>x</a><a>y</a></r>",
    expected: "x1y2",
  },
  "variables are seen by what follows and what is inside": {
    sheet: root(`${variable("v", "1")}<o>${variable("w", "$v + 1")}<p>${value("$v + $w")}</p></o>`),
    expected: "<o><p>3</p></o>",
  },
  "a local variable hides a top-level one": {
    sheet: `${variable("v", "'top'")}${root(`${value("$v")},${variable("v", "'local'")}${value("$v")}`)}`,
    expected: "top,local",
  },
  "top-level variables may use those that come later": {
    sheet: `${variable("a", "$b + 1")}${variable("b", "$c * 2")}${variable("c", "3")}${root(value("$a"))}`,
    expected: "7",
  },
  "the context of top-level variables is the document": {
    sheet: `${variable("v", "name(*)")}${template("a", value("$v"))}`,
    input: "<r><a/></r>",
    expected: "r",
  },
  "top-level parameters have their defaults": {
    sheet: `${param("p", "'x'")}${param("q")}${root(`${value("$p")}[${value("$q")}]`)}`,
    expected: "x[]",
  },
  "import precedence of variables": {
    sheet: `${importOne}${variable("v", "'here'")}`,
    files: one(`${variable("v", "'there'")}${root(value("$v"))}`),
    expected: "here",
  },
  "names with a namespace": {
    attributes: 'xmlns:p="urn:p" xmlns:q="urn:p" exclude-result-prefixes="p q"',
    sheet: `${variable("p:v", "'x'")}${variable("v", "'y'")}${root(value("concat($q:v, $v)"))}`,
    expected: "xy",
  },
  "parameters of templates: default and given": {
    sheet:
      root(`${call("n")},${call("n", given("p", "'given'"))}`) +
      named("n", `${param("p", "'default'")}${value("$p")}`),
    expected: "default,given",
  },
  "parameters: the default may use earlier ones": {
    sheet:
      root(call("n", given("a", "2"))) +
      named("n", `${param("a", "1")}${param("b", "$a * 10")}${value("$b")}`),
    expected: "20",
  },
  "parameters: a tree": {
    sheet:
      root(call("n", '<xsl:with-param name="p"><x>y</x></xsl:with-param>')) +
      named("n", `${param("p")}<xsl:copy-of select="$p"/>`),
    expected: "<x>y</x>",
  },
  "parameters that a template does not have are ignored": {
    sheet: root(call("n", given("x", "1"))) + named("n", "ok"),
    expected: "ok",
  },
  "parameters are not passed on": {
    sheet:
      root(call("n", given("p", "1"))) +
      named("n", call("m")) +
      named("m", `${param("p", "'default'")}${value("$p")}`),
    expected: "default",
  },
  "parameters through apply-templates": {
    sheet: root(apply("//a", given("p", "position()"))) + template("a", `${param("p")}${value("$p")}`),
    input: "<r><a/><a/></r>",
    expected: "11",
  },
  "parameters reach past built-in rules": {
    sheet: root(apply(undefined, given("p", "1"))) + template("a", `${param("p", "'none'")}${value("$p")}`),
    input: "<r><a/></r>",
    expected: "1",
  },
  "an argument is evaluated where the call stands": {
    sheet:
      root(each("//a", call("n", given("p", ".")))) + named("n", `${param("p")}${value("concat($p, .)")},`),
    input: "<r><a>x</a><a>y</a></r>",
    expected: "xx,yy,",
  },
  "a node-set as an argument keeps its nodes": {
    sheet: root(call("n", given("p", "//a"))) + named("n", `${param("p")}${each("$p", value("position()"))}`),
    input: "<r><a/><a/></r>",
    expected: "12",
  },
  "a variable in a pattern's predicate of a match is not needed: in select it counts": {
    sheet: root(`${variable("n", "2")}${value("//a[$n]")}${value("//a[position() = $n]")}`),
    input: "<r><a>x</a><a>y</a></r>",
    expected: "yy",
  },
  "paths from a variable": {
    sheet: root(`${variable("v", "//a")}${value("$v[2]/b")},${value("count($v/b | $v)")}`),
    input: "<r><a><b>1</b></a><a><b>2</b></a></r>",
    expected: "2,4",
  },
  "a tree holds the text that d-o-e would not escape": {
    sheet:
      output('omit-xml-declaration="yes" indent="no"') +
      root(
        `${tree("v", "<xsl:text>&lt;</xsl:text>")}<xsl:value-of select="$v" disable-output-escaping="yes"/>${value("$v")}`,
      ),
    expected: "<&lt;",
  },
  "a variable inside a branch": {
    sheet: root(
      `<xsl:if test="true()">${variable("v", "1")}${value("$v")}</xsl:if><xsl:choose><xsl:when test="false()"/><xsl:otherwise>${variable("v", "2")}${value("$v")}</xsl:otherwise></xsl:choose>`,
    ),
    expected: "12",
  },
  "variables made by conditions": {
    sheet: root(
      `${tree("v", '<xsl:choose><xsl:when test="//a">yes</xsl:when><xsl:otherwise>no</xsl:otherwise></xsl:choose>')}${value("$v = 'no'")}`,
    ),
    expected: "true",
  },
  "variables with the names that the code of templates has for nodes and positions": {
    sheet:
      root(
        `${variable("position", "'p'")}${each(
          "//b",
          `${value("position()")}${variable("last", "'l'")}${each(
            "x[position() &lt; 3]",
            `${value("concat($position, position(), $last, last())")}${variable("item", "'i'")}${value("$item")};`,
          )}${call("t", "")}`,
        )}${call("t", "")}`,
      ) +
      named(
        "t",
        `<xsl:if test="true()">${variable("position", "'v'")}${value("$position")}${call("u", "")}</xsl:if>`,
      ) +
      named("u", value("concat('(', position(), '/', last(), ')')")),
    input: "<r><b><x/><x/><x/></b><b><x/></b></r>",
    expected: "1p1l2i;p2l2i;v(1/2)2p1l1i;v(2/2)v(1/1)",
  },
});
