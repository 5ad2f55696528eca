import { join } from "node:path";
import { expect, test } from "vitest";
import { stableName } from "../../compiler/output/bundle-names.js";
import { runtimeDirectory } from "../../compiler/output/package-directory.js";

test("names in the bundle do not depend on where a package is", () => {
  for (const place of [["node_modules"], ["node_modules", "flowc", "node_modules"]]) {
    const file = join("/somewhere", ...place, "@xmldom", "xmldom", "lib", "dom.js");
    expect(stableName(file)).toBe("node_modules/@xmldom/xmldom/lib/dom.js");
  }
  expect(stableName(join(runtimeDirectory, "xml", "node.js"))).toBe("flowc/runtime/xml/node.js");
});
