/** An editor shows what the build says of one flow after a key. `diagnostics.test.ts` compares what both say of all flows. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { finish } from "../../compiler/analyse/steps/steps.js";
import type { Diagnostic } from "../../compiler/diagnostics/reporter.js";
import { Project } from "../../compiler/editor/project/project.js";
import { type Files, inputOf } from "../support/compile.js";
import { fixture, listFiles } from "../support/project.js";

function filesIn(directory: string): Files {
  return Object.fromEntries(listFiles(directory).map((path) => [path, readFileSync(join(directory, path))]));
}

const shown = ({ code, span, message }: Diagnostic): string =>
  `${span?.source.path ?? ""}:${span?.start ?? ""} ${code} ${message}`;

/** Looks at each flow again with one more line, as after a key. */
function afterAKey(
  files: Files,
): readonly (readonly [path: string, quick: readonly string[], full: readonly string[]])[] {
  const changed = new Map<string, string | Uint8Array>(Object.entries(files));
  let input = inputOf(Object.fromEntries(changed));
  const { list } = input;
  const project = new Project(() => ({ ...input, list }));
  finish(project.checkAll());
  const { program } = project;
  return [...(program?.operationFlows ?? [])]
    .filter((path) => !program?.calledFlows.has(path) && path !== program?.errorFlow && changed.has(path))
    .map((path) => {
      const text = Buffer.from(changed.get(path) ?? "").toString();
      const more = path.endsWith(".ts")
        ? text.replace("  await ", "  $.flowcNew = $.flowcOld;\n  await ")
        : text.replace("</flow>", '<eval out="$flowcNew">$flowcOld</eval></flow>');
      changed.set(path, more);
      input = inputOf(Object.fromEntries(changed));
      const quick = project.flow(path)?.diagnostics.map(shown) ?? [];
      const full = finish(project.checkAll()).found.get(path)?.map(shown) ?? [];
      return [path, quick, full] as const;
    });
}

describe("after a key, the flow itself", () => {
  test.each(["aggregator", "hello", "library", "petstore", "tokens"])(
    "in %s says what the build would",
    (name) => {
      const all = afterAKey(filesIn(fixture(name)));
      expect(all.length).toBeGreaterThan(0);
      for (const [path, quick, full] of all) {
        expect(quick, path).toEqual(full);
        expect(quick.join("\n")).toMatch(/flowcOld|is ever executed/);
      }
    },
  );
});

test("what a flow sets anew is known at once where it is read", () => {
  const swagger = `swagger: "2.0"\npaths:\n  /a: { get: { x-flow: a.xml } }\n`;
  const flow = (members: string, read: string) =>
    `<flow><template out="$config">{ ${members} }</template><template>{ "x": {{ ${read} }} }</template></flow>`;
  let input = inputOf({ "swagger.yaml": swagger, "a.xml": flow('"stage": 1', "$config/stage") });
  const { list } = input;
  const project = new Project(() => ({ ...input, list }));
  finish(project.checkAll());
  const after = (text: string) => {
    input = inputOf({ "swagger.yaml": swagger, "a.xml": text });
    return project.flow("a.xml")?.diagnostics.map(({ code }) => code);
  };
  expect(after(flow('"stage": 1', "$config/level"))).toEqual(["FLOW2093"]);
  expect(after(flow('"stage": 1, "level": 2', "$config/level"))).toEqual([]);
  expect(after('<flow><eval out="$one">1</eval><template>{{ $one }}</template></flow>')).toEqual([]);
});
