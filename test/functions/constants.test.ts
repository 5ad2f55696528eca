/** What each function takes as a constant: the table is the registry's, so that a new parameter needs its row here. */
import { describe, expect, test } from "vitest";
import { flowFunctions, functions } from "../../compiler/constructs/functions/index.js";
import type { Parameter } from "../../compiler/language/function-definition.js";
import { diagnose } from "../support/compile.js";
import { withDefaults } from "../support/default-files.js";
import { flowFile } from "../support/samples.js";

const all = [...functions.values()].flatMap(({ name, parameters, check, nameArgument }) =>
  parameters.map((parameter, index) => ({
    name,
    index,
    parameter,
    isChecked: check !== undefined || nameArgument === index,
  })),
);

test("every parameter that is a text or a number says what its constants may be", () => {
  const silent = all.filter(({ parameter: { type, takes }, isChecked }) => {
    if (takes === "checked") return !isChecked;
    return (type === "string" || type === "number") && takes === undefined;
  });
  expect(silent.map(({ name, index }) => `${name} ${index}`)).toEqual([]);
});

/** Constants of a parameter, as they are written: one that it takes, and those that it does not. */
interface Row {
  readonly right: string;
  readonly wrong: readonly string[];
}

const number: Row = { right: "1.5", wrong: ["'12,5'", "'12 EUR'"] };
const searched: Row = { right: "'b'", wrong: ["''"] };
const json: Row = { right: "'[1]'", wrong: ["'{ a: 1 }'", "'data.json'", "''"] };
const boolean: Row = { right: "true()", wrong: ["'false'", "'asc'", "-1", "2"] };
const key: Row = { right: "'YWJj'", wrong: ["'HS256'", "''"] };
const filter: Row = { right: "'(uid=a)'", wrong: ["'uid=a'"] };
const base: Row = { right: "'dc=example'", wrong: ["'example.com'"] };

const table: Readonly<Record<string, Row>> = {
  "base64-decode 0": { right: "'aGVsbG8='", wrong: ["'aGVsbG8_-'"] },
  "base64-decode 1": boolean,
  "calc-signature 2": { right: "''", wrong: ["'SHA256'"] },
  "ceiling 0": number,
  "contains 1": searched,
  "ends-with 1": searched,
  "fit-serialize 1": boolean,
  "floor 0": number,
  "json-parse 0": json,
  "json-stringify 1": boolean,
  "json-to-xml 0": json,
  "jwt-decode 1": key,
  "jwt-encode 0": { right: `'{ "sub": "a" }'`, wrong: ["'a'", "'[1]'"] },
  "jwt-encode 1": key,
  "jwt-encode 2": { right: "3600", wrong: ["'1h'", "'HS256'", "-1", "1800000000000"] },
  "lang 0": { right: "'en-GB'", wrong: ["'en_GB'", "''"] },
  "ldap-lookup 3": base,
  "ldap-lookup 4": filter,
  "ldap-query 3": base,
  "ldap-query 4": filter,
  "round 0": number,
  "sort 2": boolean,
  "starts-with 1": searched,
  "substring 1": { right: "2", wrong: ["'first'"] },
  "substring 2": { right: "2", wrong: ["0", "-1", "'all'"] },
  "substring-after 1": searched,
  "substring-before 1": searched,
  "xml-parse 0": { right: "'<a/>'".replace("<", "&lt;"), wrong: ["'&lt;a>'", "'data.xml'"] },
};

const hasConstants = ({ type, use, takes }: Parameter): boolean =>
  typeof takes === "object" || (type === "boolean" && use === undefined);

const codes = new Set(["FLOW2105", "FLOW2106"]);

/** The findings about constants in a call whose other arguments are known at run time only. */
async function findings(name: string, index: number, constant: string): Promise<readonly string[]> {
  const fillers = {
    string: "$request/get/a",
    number: "number($request/get/a)",
    boolean: "true()",
    any: "$body/json",
    nodes: "$body/json",
  };
  const parameters = flowFunctions.get(name)?.parameters ?? [];
  const args = parameters.slice(
    0,
    Math.max(index + 1, parameters.filter(({ occurs }) => occurs === undefined).length),
  );
  const call = `${name}(${args.map(({ type }, at) => (at === index ? constant : fillers[type])).join(", ")})`;
  const flow = flowFile(`<eval out="$x">${call}</eval><log>{ "x": {{ string($x) }} }</log>`);
  const found = await diagnose(withDefaults({ "orders.xml": flow }));
  return found.flatMap(({ code }) => (codes.has(code) ? [code] : []));
}

describe("constants", () => {
  const own = all.filter(({ name, parameter }) => flowFunctions.has(name) && hasConstants(parameter));

  test("are tried for each parameter", () => {
    expect(Object.keys(table).sort()).toEqual(own.map(({ name, index }) => `${name} ${index}`).sort());
  });

  test.each(Object.entries(table))("of %s", async (place, { right, wrong }) => {
    const [name = "", index] = place.split(" ");
    const told = await Promise.all(wrong.map((constant) => findings(name, Number(index), constant)));
    expect(told.map((codes) => codes.length)).toEqual(wrong.map(() => 1));
    expect(await findings(name, Number(index), right)).toEqual([]);
  });
});
