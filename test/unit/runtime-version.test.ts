import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { version } from "../../runtime/base/version.js";
import { repository } from "../support/project.js";

test("the runtime names the version of the package", () => {
  expect(JSON.parse(readFileSync(join(repository, "package.json"), "utf8"))).toMatchObject({ version });
});
