/** EXSLT: functions of the modules math, sets and strings. */
import { apply, type Case, each, output, root, template, value } from "./case.js";

const attributes =
  'xmlns:math="http://exslt.org/math" xmlns:set="http://exslt.org/sets" xmlns:str="http://exslt.org/strings" exclude-result-prefixes="math set str"';

const input = '<r><i k="a">3</i><i k="b">7</i><i k="c">7</i><j k="d">x</j><i k="e">-1.5</i></r>';

/** The result of a function as text. */
const yields = (select: string, expected: string, more: Partial<Case> = {}): Case => ({
  name: select,
  attributes,
  sheet: output('method="text"') + root(value(select)),
  input,
  expected,
  ...more,
});

/** The nodes that a function finds, by their attribute `k`. */
const finds = (select: string, expected: string): Case => ({
  name: select,
  attributes,
  sheet: output('method="text"') + root(each(select, value("@k"))),
  input,
  expected,
});

export const exslt: readonly Case[] = [
  yields("math:max(//i)", "7"),
  yields("math:min(//i)", "-1.5"),
  yields("math:max(/r/*)", "NaN"),
  yields("math:min(//none)", "NaN"),
  finds("math:highest(//i)", "bc"),
  finds("math:lowest(//i | //i)", "e"),
  finds("math:highest(/r/*)", ""),
  finds("set:difference(//i, //i[. = 7])", "ae"),
  finds("set:difference(//i, //none)", "abce"),
  finds("set:intersection(/r/*, //j | //i[1])", "ad"),
  finds("set:distinct(//i)", "abe"),
  finds("set:distinct(//none)", ""),
  yields("set:has-same-node(//i, /r/*[4])", "false"),
  yields("set:has-same-node(//i, /r/*[2])", "true"),
  finds("set:leading(//i, //i[. = 7])", "a"),
  finds("set:leading(//i, //j)", ""),
  finds("set:leading(//i, //none)", "abce"),
  finds("set:trailing(//i, //i[. = 7])", "ce"),
  finds("set:trailing(//i, //j)", ""),
  finds("set:trailing(//i, //none)", "abce"),
  finds("set:trailing(set:distinct(//i), //i[1])[2]", "e"),
  yields("str:concat(//i)", "377-1.5"),
  yields("str:concat(//none)", ""),
  yields("str:padding(5)", "     "),
  yields("str:padding(5, 'ab')", "ababa"),
  yields("str:padding(3.9, 'é€')", "é€é"),
  yields("str:padding(-1, 'ab')", ""),
  yields("str:padding(0 div 0, 'ab')", "", { libxslt: "makes no number of NaN" }),
  yields("str:align('ab', '-----')", "ab---"),
  yields("str:align('ab', '-----', 'right')", "---ab"),
  yields("str:align('ab', '-----', 'center')", "-ab--"),
  yields("str:align('abcdef', '---', 'right')", "abc"),
  yields("count(str:tokenize('  a b\tc '))", "3"),
  yields("str:tokenize('2001-06-03T11', '-T')[4]", "11"),
  yields("count(str:tokenize('abc', ''))", "3"),
  yields("count(str:tokenize(''))", "0"),
  yields("name(str:tokenize('a'))", "token"),
  yields("str:split('a, simple, list', ', ')[2]", "simple"),
  yields("count(str:split(' a  b '))", "2"),
  yields("count(str:split('abc', ''))", "3"),
  yields("str:replace('a.b.c', '.', '--')", "a--b--c"),
  yields("str:replace('abc', 'x', 'y')", "abc"),
  yields("str:replace('abc', '', 'y')", "abc", { libxslt: "puts the text before all others" }),
  {
    name: "paths and templates on the elements that str:tokenize() makes",
    attributes,
    sheet:
      output('method="text"') +
      root(apply("str:tokenize('a b a')[. = 'a']")) +
      template("token", "<xsl:value-of select=\"concat(., position(), '/', count(../token), ' ')\"/>"),
    input,
    expected: "a1/3 a2/3 ",
  },
  {
    name: "paths and templates on what functions of EXSLT find",
    attributes,
    sheet: root(`<o>${apply("set:distinct(//i)/@k")}</o>`) + template("@k", "<k/>"),
    input,
    expected: "<o><k/><k/><k/></o>",
  },
  yields(
    "concat(function-available('math:max'), function-available('math:sqrt2'), function-available('set:distinct'))",
    "truefalsetrue",
  ),
];
