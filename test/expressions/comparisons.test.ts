/** Each kind of operand compared with each (XPath 1.0 §3.4), whatever the build knows of them. */
import { inXml, samples } from "../support/samples.js";

type Operand = string | number | boolean | readonly string[];

/** The string-values of nodes, or a value. */
const operands: Readonly<Record<string, Operand>> = {
  "$body/json/low": ["1"],
  "$body/json/same": ["5"],
  "$body/json/high": ["9"],
  "$body/json/text": ["5.0"],
  "$body/json/list/value": ["1", "9"],
  "$body/json/none/value": [],
  "5": 5,
  "'5.0'": "5.0",
  "true()": true,
  $number: 5,
  $string: "5.0",
  $boolean: true,
  // The build does not know which of two types these have.
  $either: 5,
  $other: "5.0",
  $whether: true,
};

const variables = `
  <eval out="$number">number($request/get/five)</eval>
  <eval out="$string">string($request/get/text)</eval>
  <eval out="$boolean">boolean($request/get/text)</eval>
  <eval out="$either">string($request/get/text)</eval>
  <eval out="$either" if="$request/get/five">number($request/get/five)</eval>
  <eval out="$other">number($request/get/five)</eval>
  <eval out="$other" if="$request/get/five">string($request/get/text)</eval>
  <eval out="$whether">number($request/get/five)</eval>
  <eval out="$whether" if="$request/get/five">boolean($request/get/text)</eval>`;

const relations: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  "<": (left, right) => left < right,
  "<=": (left, right) => left <= right,
  ">": (left, right) => left > right,
  ">=": (left, right) => left >= right,
};

const isNodes = (operand: Operand): operand is readonly string[] => typeof operand === "object";

/** Nodes compare if any of them does; with a boolean, they are one. */
function compared(operator: string, left: Operand, right: Operand): boolean {
  if (isNodes(left) && typeof right === "boolean") return ofValues(operator, left.length > 0, right);
  if (isNodes(right) && typeof left === "boolean") return ofValues(operator, left, right.length > 0);
  const rights = isNodes(right) ? right : [right];
  const lefts = isNodes(left) ? left : [left];
  return lefts.some((one) => rights.some((other) => ofValues(operator, one, other)));
}

type One = string | number | boolean;

/** Equal are booleans where one is a boolean, else numbers where one is a number, else texts; an order is one of numbers. */
function ofValues(operator: string, left: One, right: One): boolean {
  const relation = relations[operator];
  if (relation !== undefined) return relation(Number(left), Number(right));
  const types = [typeof left, typeof right];
  const common = types.includes("boolean") ? Boolean : types.includes("number") ? Number : String;
  return (common(left) === common(right)) === (operator === "=");
}

const comparisons = Object.entries(operands).map(([left, leftValue]) => {
  const all = Object.entries(operands).flatMap(([right, rightValue]) =>
    ["=", "!=", ...Object.keys(relations)].map(
      (operator) => [`${left} ${operator} ${right}`, compared(operator, leftValue, rightValue)] as const,
    ),
  );
  const members = all.map(([expression]) => inXml(`"${expression}": {{ ${expression} }}`));
  return {
    name: left,
    flow: `${variables}<template>{ ${members.join(",\n")} }</template>`,
    request: {
      query: "five=5&text=5.0",
      json: { low: 1, same: 5, high: 9, text: "5.0", list: [1, 9], none: [] },
    },
    json: Object.fromEntries(all),
  };
});

samples("compared with each other", comparisons);
