import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { StableNames } from "../../compiler/output/bundle-names.js";

const installed = (...parts: readonly string[]) => join("/somewhere", ...parts);

describe("names in the bundle", () => {
  test("do not depend on where a package is", () => {
    for (const place of [["node_modules"], ["node_modules", "flowc", "node_modules"]]) {
      const names = new StableNames(installed("flowc", "dist", "runtime", "index.js"));
      const file = installed(...place, "@xmldom", "xmldom", "lib", "dom.js");
      expect(names.inPackages(file)).toBe("@xmldom/xmldom/lib/dom.js");
      expect(names.of("node_modules:@xmldom/xmldom/lib/dom.js")).toBe(
        "node_modules/@xmldom/xmldom/lib/dom.js",
      );
      expect(names.file("node_modules:@xmldom/xmldom/lib/dom.js")).toBe(file);
    }
  });

  test("are those of one file each", () => {
    const names = new StableNames(installed("flowc", "dist", "runtime", "index.js"));
    names.inPackages(installed("node_modules", "xpath", "xpath.js"));
    expect(() =>
      names.inPackages(installed("node_modules", "xml-crypto", "node_modules", "xpath", "xpath.js")),
    ).toThrow("There are two versions of xpath/xpath.js.");
  });
});
