import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import * as c from "../../compiler/code/code.js";
import { bundleParts, joinParts, serverEntry, textsOf } from "../../compiler/output/bundle.js";
import { print } from "../../compiler/output/print.js";
import { scratchDirectory } from "../support/compile.js";

test("SaxonJS beside the bundle makes no code, and reaches neither files nor the network", async () => {
  const place = scratchDirectory("bundle-saxon");
  writeFileSync(join(place, "secret.xml"), "<a>secret</a>");
  const file = pathToFileURL(join(place, "secret.xml")).href;
  const attempts = [
    "Q{http://saxonica.com/ns/interactiveXSLT}eval('globalThis.reached = 1')",
    `doc('${file}')`,
    `unparsed-text('${file}')`,
    "doc('http://127.0.0.1:1/')",
  ];
  const script = `import SaxonJS from "saxon-js";
      for (const attempt of ${JSON.stringify(attempts)}) {
        try { console.log(String(SaxonJS.XPath.evaluate(attempt, null))); } catch { console.log("refused"); }
      }
      console.log(globalThis.reached);
      export function listen() {}\n`;
  writeFileSync(join(place, "node.ts"), script);
  const app = print({
    path: "app.ts",
    docs: "The app.",
    imports: new Map([["hono", new Set(["Hono"])]]),
    typeImports: new Map(),
    declarations: [{ kind: "const", name: "app", exported: "default", initializer: c.code`new Hono()` }],
  });
  const entry = { ...serverEntry, packages: { "flowc/runtime/node": join(place, "node.ts") } };
  const parts = await bundleParts([app], entry);
  const texts = { module: textsOf([app]), flow: () => "", flowRoot: "" };
  const { code, beside } = joinParts(parts, texts, entry);
  writeFileSync(join(place, "server.js"), code);
  for (const { path, text } of beside) writeFileSync(join(place, path), text);
  const output = execFileSync(process.execPath, ["server.js"], { cwd: place, encoding: "utf8" });
  expect(output.trim().split("\n")).toEqual([...attempts.map(() => "refused"), "undefined"]);
});
