/** The commands of docs/start.md and of guides print what the pages say. `UPDATE=1` writes what they print. */
import { readFileSync, writeFileSync } from "node:fs";
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
    const file = join(repository, "docs", page);
    const before = readFileSync(file, "utf8");
    const steps = stepsOf(before);
    let text = before;
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
      const [is, was] = [printed, expected.text].map((each) => withoutTimes(each).trimEnd());
      if (is === was) continue;
      expect(process.env.UPDATE, `${page}:${line}: ${command}\n${is}`).toBe("1");
      const start = expected.start + text.length - before.length;
      text = `${text.slice(0, start)}${printed.trimEnd()}\n${text.slice(start + expected.text.length)}`;
    }
    if (text !== before) writeFileSync(file, text);
    expect(steps.filter(({ kind }) => kind === "command").length).toBeGreaterThan(2);
  });
});
