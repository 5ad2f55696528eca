import { join } from "node:path";
import { expect, test } from "vitest";
import { stableName } from "../../compiler/output/bundle-names.js";

const installed = (...parts: readonly string[]) => join("/somewhere", ...parts);

test("names in the bundle do not depend on where a package is", () => {
  const runtime = installed("flowc", "dist", "runtime", "index.js");
  for (const place of [["node_modules"], ["node_modules", "flowc", "node_modules"]]) {
    const file = installed(...place, "@xmldom", "xmldom", "lib", "dom.js");
    expect(stableName(file, runtime)).toBe("node_modules/@xmldom/xmldom/lib/dom.js");
  }
  expect(stableName(installed("flowc", "dist", "runtime", "xml", "node.js"), runtime)).toBe(
    "flowc/runtime/xml/node.js",
  );
});
