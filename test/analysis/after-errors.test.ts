/** Errors hide no finding that does not depend on them, and lead to none that does. */
import { expect, test } from "vitest";
import { diagnose } from "../support/compile.js";
import { apiFiles } from "../support/samples.js";

const reads = "<template>{{ $x }}</template>";
const broken = "<eval>1 +</eval>";
const set = '<eval out="$x">1</eval>';

/** The findings, by file: `warning` is that nothing sets `$x`. */
async function found(flows: Readonly<Record<string, string>>, files: Readonly<Record<string, string>>) {
  const all = await diagnose(apiFiles(flows, { files }));
  return all.map(({ severity, span }) => `${span?.source.path} ${severity}`);
}

const flow = (text: string) => `<flow>${text}</flow>`;

test.each([
  ["another flow has an error", { "/a": broken, "/b": reads }, {}, ["0.xml error", "1.xml warning"]],
  ["the flow has it itself", { "/a": broken + reads }, {}, ["0.xml error"]],
  [
    "a flow that it calls",
    { "/a": `<sub-flow src="s.xml"/>${reads}` },
    { "s.xml": flow(broken) },
    ["s.xml error"],
  ],
  [
    "a flow that calls it",
    { "/a": `${broken}<sub-flow src="s.xml"/>` },
    { "s.xml": flow(reads) },
    ["0.xml error"],
  ],
  [
    "one that calls the same",
    { "/a": `${broken}<sub-flow src="s.xml"/>`, "/b": `<sub-flow src="s.xml"/>${reads}` },
    { "s.xml": flow(set) },
    ["0.xml error"],
  ],
  [
    "a flow is missing",
    { "/a": '<sub-flow src="none.xml"/>', "/b": reads },
    {},
    ["0.xml error", "1.xml warning"],
  ],
  ["no XML", { "/a": "<eval>", "/b": reads }, {}, ["0.xml error", "1.xml warning"]],
])("%s", async (_, flows, files, expected) => {
  expect([...new Set(await found(flows, files))]).toEqual(expected);
});
