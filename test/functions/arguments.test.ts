/** Wrong arguments: every function by the signature on its page. */
import { describe, expect, test } from "vitest";
import { flowFunctions as functions } from "../../compiler/constructs/functions/index.js";
import { describeDiagnostic, diagnose } from "../support/compile.js";
import { docPages } from "../support/doc-pages.js";
import { apiFiles } from "../support/samples.js";
import { type Signature, signaturesOf } from "./signatures.js";

const signatures = docPages("docs/language/functions").flatMap(signaturesOf);

/** The findings of `<eval out="$x">` with a call; its first character is in column 16. */
const findingsOf = async (name: string, values: readonly string[]): Promise<readonly string[]> => {
  const found = await diagnose(apiFiles({ "/x": `<eval out="$x">${name}(${values.join(", ")})</eval>` }));
  return found.map(describeDiagnostic);
};

const ones = (count: number): readonly string[] => Array.from({ length: count }, () => "1");
const least = ({ parameters }: Signature) => parameters.filter(({ occurs }) => occurs === undefined).length;
const nodesAt = ({ parameters }: Signature) => parameters.findIndex(({ type }) => type === "node-set");

test("every function has one signature", () => {
  expect(signatures.map(({ name }) => name).sort()).toStrictEqual([...functions.keys()].sort());
});

test.each(signatures)("$name() takes as many arguments as its page says", ({ name, parameters }) => {
  const defined = functions.get(name)?.parameters.map(({ occurs }) => occurs);
  expect(defined).toStrictEqual(parameters.map(({ occurs }) => occurs));
});

describe("One argument too few is an error", () => {
  test.each(signatures.filter((each) => least(each) > 0))("of $name()", async (signature) => {
    const { name } = signature;
    const found = await findingsOf(name, ones(least(signature) - 1));
    expect(found).toStrictEqual([expect.stringContaining(`0.xml:2:16 error FLOW2004 ${name}() takes`)]);
  });
});

describe("One argument too many is an error, and is shown", () => {
  const isBounded = ({ parameters }: Signature) => parameters.every(({ occurs }) => occurs !== "repeated");

  test.each(signatures.filter(isBounded))("of $name()", async ({ name, parameters }) => {
    const found = await findingsOf(name, ones(parameters.length + 1));
    const column = 16 + `${name}(`.length + "1, ".length * parameters.length;
    expect(found).toStrictEqual([
      expect.stringContaining(`0.xml:2:${column} error FLOW2004 ${name}() takes`),
    ]);
  });
});

describe("A string for a node-set is an error", () => {
  test.each(signatures.filter((each) => nodesAt(each) >= 0))("of $name()", async (signature) => {
    const { name, parameters } = signature;
    const before = nodesAt(signature);
    const found = await findingsOf(
      name,
      parameters.slice(0, before + 1).map(() => "'a'"),
    );
    const column = 16 + `${name}(`.length + "'a', ".length * before;
    expect(found).toStrictEqual([
      `0.xml:2:${column} error FLOW2007 A node-set is needed here, but this is a string.`,
    ]);
  });
});
