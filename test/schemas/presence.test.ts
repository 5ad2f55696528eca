/** Conditions on what the schema of a request body says is a boolean. */
import { expect, test } from "vitest";
import { diagnose } from "../support/compile.js";
import { files, takes } from "./support.js";

test.each([
  ["$body/json/active", ["FLOW2054"]],
  ["not($body/json/active)", ["FLOW2054"]],
  ["$body/json/active = true()", ["FLOW2054"]],
  ["$body/json/active = 'true'", []],
  ["$body/json/name", []],
  ["$body/json/extra", []],
])("of %s, the build finds %j", async (condition, codes) => {
  const description = takes({ $ref: "#/definitions/User" });
  const found = await diagnose(files(description, `<if test="${condition}"><break/></if>`));
  expect(found.map(({ code }) => code)).toEqual(codes);
});
