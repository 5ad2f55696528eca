/** What predicates count and see (XPath 1.0 §2.4), where code that is written shorter could count or see something else. */
import { inXml, samples } from "../support/samples.js";

const body = {
  groups: [
    { kind: "x", item: 1 },
    { kind: "y", item: 2 },
  ],
  list: [{ n: 1 }, { n: 2 }, { n: 3, m: 1 }],
};

const variables = `
  <eval out="$doc">xml-parse("&lt;r>&lt;g>&lt;b>1&lt;/b>&lt;b>2&lt;/b>&lt;b>3&lt;/b>&lt;/g>&lt;g>&lt;b>4&lt;/b>&lt;b>5&lt;/b>&lt;/g>&lt;/r>")</eval>
  <eval out="$two">string($request/get/text)</eval>
  <eval out="$two" if="$request/get/two">number($request/get/two)</eval>
  <eval out="$limit">1</eval>
  <eval out="$above">$body/json//n[. > $limit]</eval>
  <eval out="$limit">100</eval>`;

/** Positions are those among the children of each parent, also behind `//`. */
const expected: Readonly<Record<string, number>> = {
  "sum($doc//b[2])": 7,
  "sum($doc//b[$two])": 7, // the build does not know that it is a number
  "sum($doc//b[last()])": 8,
  "sum($doc//b[last() - 1])": 6,
  "sum($doc//b[position() = 2])": 7,
  "sum($doc//b[2 = position()])": 7,
  "sum($doc//b[not(position() = 2)])": 8,
  "sum($doc//b[split(concat(position(), ',z'), ',')[. = '2']])": 7,
  "sum($doc//b[-position() = -2])": 7,
  "sum($doc//b[number(last()) = 2])": 9,
  "sum($doc//b[. > 1][1])": 6,
  "sum(($doc//b)[2])": 2,
  "sum($doc//b[following-sibling::b])": 7,
  // What stands above an item, or its name, is no part of its JSON.
  "sum($body/json//item[../kind = 'x'])": 1,
  "sum($body/json//*[name() = 'item'])": 3,
  "sum($body/json/groups/value[kind = 'y']/item)": 2,
  // Each predicate holds, not only the first.
  "count($body/json/list/value[n > 1][m])": 1,
  "sum($body/json/list/value[n > 1][1]/n)": 2,
  "sum($body/json/list/value[n][last()]/n)": 3,
  "sum($body/json/list/value[position() > 1]/n)": 5,
  // A path that a variable holds has found what it has when it was read.
  "count($above)": 2,
  "count($above/..)": 2,
};

samples("predicates", [
  {
    name: "count positions by parent, and see their items",
    flow: `${variables}<template>{ ${Object.keys(expected)
      .map((expression) => `${JSON.stringify(expression)}: {{ ${inXml(expression)} }}`)
      .join(", ")} }</template>`,
    request: { query: "two=2&text=t", json: body },
    json: expected,
  },
]);
