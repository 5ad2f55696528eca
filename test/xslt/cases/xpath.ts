/** XPath 1.0, as stylesheets evaluate it: some of each kind, since `test/differential/` has any expression. */
import { type Case, expression } from "./case.js";

const doc = "<r><a n='1'>1</a><a n='2'>x</a><b><a n='3'>3</a>4</b><c/></r>";

const results: readonly (readonly [select: string, expected: string])[] = [
  ["1 + 2 * 3", "7"],
  ["7 mod -3", "1"],
  ["1 div 0", "Infinity"],
  ["number(//none)", "NaN"],
  ["sum(//a/@n)", "6"],
  ["round(-2.5)", "-2"],
  ["string(//b)", "34"],
  ["substring('12345', 1.5, 2.6)", "234"],
  ["string-length('a😀b')", "3"],
  ["translate('--aaa--', 'abc-', 'ABC')", "AAA"],
  ["boolean('false')", "true"],
  ["//a = 'x'", "true"],
  ["//a > //a/@n", "true"],
  ["//none = false()", "true"],
  ["count((//a)[1])", "1"],
  ["//b/text()", "4"],
  ["name((//a)[3]/ancestor::*[last()])", "r"],
  ["//c/preceding::a[1]", "3"],
  ["count(//a | //b | //a)", "4"],
  ["(//b | //a)[1]", "1"],
  ["count(/..)", "0"],
  ["id('none')", ""],
  ["count(namespace::*)", "0"],
  ["count(r/namespace::*)", "1"],
  ["r/attribute::x", ""],
];

export const xpath: readonly Case[] = results.map(([select, expected]) => expression(select, expected, doc));
