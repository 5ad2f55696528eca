/** Long API descriptions cost linear time; `parse-openapi.test.ts` has a short form of it. */
import { expect, test } from "vitest";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import { parseOpenApi } from "../../compiler/parse/openapi/openapi.js";
import { Files } from "../../compiler/source/files.js";
import { SourceText } from "../../compiler/source/source-text.js";
import { inputOf } from "../support/compile.js";
import { workTime } from "../support/growth.js";
import { hostileDescriptions } from "./hostile-descriptions.js";

test.each(hostileDescriptions(50_000))("%s", (_, text) => {
  const start = workTime();
  parseOpenApi(new SourceText("swagger.yaml", text), new Files(inputOf({})), new Reporter());
  expect(workTime() - start).toBeLessThan(10_000);
});
