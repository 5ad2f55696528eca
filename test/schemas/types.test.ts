import { expect, test } from "vitest";
import { analyse } from "../../compiler/analyse/program.js";
import { factsOf } from "../../compiler/constructs/actions/facts.js";
import { language } from "../../compiler/constructs/index.js";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { load } from "../../compiler/load/index.js";
import { Files } from "../../compiler/source/files.js";
import { treeOf } from "../../compiler/syntax/flow-summary.js";
import { actionsOf } from "../../compiler/syntax/statements.js";
import { inputOf } from "../support/compile.js";
import { files, takes } from "./support.js";

/** The types that the nodes of an expression in a flow can have. */
function typesOf(expression: string): readonly string[] | undefined {
  const schema = {
    properties: {
      active: { type: "boolean" },
      note: { type: "string", nullable: true },
      either: { oneOf: [{ type: "boolean" }, { type: "array" }] },
    },
  };
  const input = new Files(inputOf(files(takes(schema), `<eval>${expression}</eval>`)));
  const reporter = new Reporter();
  const app = load(input, language, reporter);
  const program = app && analyse(app, reporter);
  const [action] = actionsOf(treeOf(program?.flows.get("x.xml"))?.statements ?? []);
  const [evaluated] = action === undefined ? [] : factsOf(action).expressions;
  const types = evaluated && program?.jsonTypesOf(evaluated);
  return types && [...types].sort();
}

test.each([
  ["$body/json/active", ["boolean"]],
  ["($body/json/active)[1]", ["boolean"]],
  ["$body/json/note", ["null", "string"]],
  ["$body/json/active | $body/json/note", ["boolean", "null", "string"]],
  ["$body/json/either", ["array", "boolean"]],
  ["$body/json/other", undefined],
  ["$body", undefined],
  ["not($body/json/active)", undefined],
])("the JSON types of %s are %j", (expression, types) => expect(typesOf(expression)).toEqual(types));
