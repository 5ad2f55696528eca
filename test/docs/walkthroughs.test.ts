/** The commands of docs/start.md and of guides print what the pages say. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { scratchDirectory } from "../support/compile.js";
import { needing } from "../support/needs.js";
import { repository } from "../support/project.js";
import { freshBuild } from "../tools/fresh-build.js";
import { curl, Desk, stepsOf, walkthroughs } from "./support/walkthrough.js";

/** Times differ each time. */
const withoutTimes = (text: string): string =>
  text.replaceAll(/\b\d+(\.\d)? (ms|s)\b/g, "? $2").replaceAll(/ +$/gm, "");

describe("a reader who follows", needing(curl), () => {
  let desk: Desk | undefined;
  beforeAll(() => freshBuild());
  afterEach(() => desk?.stop());

  test.each(walkthroughs)("docs/%s", { timeout: 240_000 }, async (page) => {
    desk = new Desk(scratchDirectory("walkthrough"));
    const steps = stepsOf(readFileSync(join(repository, "docs", page), "utf8"));
    for (const step of steps) {
      if (step.kind === "file") {
        desk.write(step.path, step.content);
        continue;
      }
      const { command, line, printed: expected } = step;
      const { code, printed } = await desk.run(command);
      const [, fails = "0"] = /# exit code (\d)$/.exec(command) ?? [];
      expect(code, `${page}:${line}: ${command}\n${printed}`).toBe(Number(fails));
      if (expected === undefined) continue;
      expect(withoutTimes(printed).trimEnd(), `${page}:${line}: ${command}`).toBe(
        withoutTimes(expected).trimEnd(),
      );
    }
    expect(steps.filter(({ kind }) => kind === "command").length).toBeGreaterThan(2);
  });
});
