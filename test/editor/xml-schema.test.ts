/** The XML Schema of flows is what the definitions say, and takes the flows that there are, by libxml2. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { rootName } from "../../compiler/editor/reading/loose-xml.js";
import { xmlSchema } from "../docs/xml-schema.js";
import { type Need, needing } from "../support/needs.js";
import { listFiles, repository } from "../support/project.js";

const schema = join(repository, "editors/schema/flow.xsd");
const libxml: Need = {
  name: "libxml2: apt-get install libxml2-utils",
  isThere: existsSync("/usr/bin/xmllint") && existsSync("/usr/bin/xmlcatalog"),
};

test("is written from the definitions: npm run docs", () => {
  expect(readFileSync(schema, "utf8")).toBe(xmlSchema());
});

/** Returns the mistakes in a flow by the schema; empty if there are none. */
function refusal(flow: string): string {
  try {
    execFileSync("/usr/bin/xmllint", ["--noout", "--nonet", "--schema", schema, "-"], {
      input: flow,
      stdio: "pipe",
    });
    return "";
  } catch (error) {
    return String((error as { readonly stderr?: Buffer }).stderr);
  }
}

const flows = listFiles(join(repository, "fixtures"))
  .map((path) => ({ path, text: readFileSync(join(repository, "fixtures", path), "utf8") }))
  .filter(({ path, text }) => path.endsWith(".xml") && rootName(text) === "flow");

describe("xmllint", needing(libxml), () => {
  test("there are flows to look at", () => {
    expect(flows.length).toBeGreaterThan(30);
  });
  test.each(flows)("takes fixtures/$path", ({ text }) => {
    expect(refusal(text)).toBe("");
  });
  test.each([
    ["<flow><evel/></flow>", "evel"],
    ['<flow><eval outt="$a">1</eval></flow>', "outt"],
    ["<flow><else/></flow>", "else"],
    ["<flow><if><eval>1</eval></if></flow>", "'test' is required"],
    ["<flow><copy>text</copy></flow>", "copy"],
    ["<flow><sub-flow/></flow>", "'src' is required"],
  ])("refuses %s", (flow, why) => {
    expect(refusal(flow)).toContain(why);
  });
  test("the catalog leads to the schema", () => {
    const catalog = join(repository, "editors/schema/catalog.xml");
    const found = execFileSync("/usr/bin/xmlcatalog", [catalog, "urn:flowc:flow"], { encoding: "utf8" });
    expect(found.trim()).toMatch(/editors\/schema\/flow\.xsd$/);
  });
});
