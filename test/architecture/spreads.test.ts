/** Lists are never the arguments of a call: from some 120,000 items on, that ends the call stack. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listFiles, repository } from "../support/project.js";

/** The length of these lists is known: that of a piece, a pattern, the lines that are shown, or the code of a construct. */
const bounded: readonly string[] = [
  "compiler/code/code.ts: Math.min(...measured",
  "compiler/editor/generated.ts: Math.min(...shown",
  "compiler/analyse/rules/request-times.ts: Math.max(...ways",
  "compiler/parse/shmt/shmt.ts: String.fromCharCode(...bytes",
  "runtime/http/charset.ts: String.fromCharCode(...all",
  "runtime/http/charset.ts: String.fromCharCode(...found",
  "runtime/http/media-type.ts: String.fromCharCode(...bytes",
  "runtime/observe/trace/body-text.ts: String.fromCharCode(...bytes",
  "runtime/pattern/steps.ts: Math.max(...starts",
];

test("no list becomes the arguments of push, unshift, min, max and the like", () => {
  const calls = /(?:\.(?:push|unshift)|Math\.(?:max|min)|String\.from\w+)\(\.\.\.\w+/g;
  const found = ["compiler", "runtime", "bin"].flatMap((root) =>
    listFiles(`${repository}/${root}`)
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) =>
        [...readFileSync(`${repository}/${root}/${path}`, "utf8").matchAll(calls)].map(
          ([call]) => `${root}/${path}: ${call.replace(/^\./, "")}`,
        ),
      ),
  );
  expect(found.sort()).toEqual([...bounded].sort());
});
