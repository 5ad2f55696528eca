/** The programs of the benchmark do the same, or it compares what cannot be compared, and ends before its first row. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { needing } from "../support/needs.js";
import { repository } from "../support/project.js";
import { largeCases, plainCases, silentCases, upstreamCases } from "./cases.js";

const linux = needing({ name: "Linux", isThere: process.platform === "linux" });

test("everybody gives the answers and the events of the flows", { ...linux, timeout: 240_000 }, async () => {
  const { stdout } = await promisify(execFile)("npm", ["run", "--silent", "bench", "--", "proof"], {
    cwd: repository,
  });
  for (const { name } of [...plainCases, ...upstreamCases, ...largeCases])
    expect(stdout).toMatch(new RegExp(`^  ${name} +5$`, "m"));
  for (const { name } of silentCases) expect(stdout).toMatch(new RegExp(`^  ${name} +3$`, "m"));
});
