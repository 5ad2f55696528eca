/** The facts about a bundle that `flowc build --sbom` tells. */
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { describe, expect, test } from "vitest";
import { Session } from "../compiler/session/session.js";
import { hash } from "../compiler/source/hash.js";
import { inputOf } from "./support/compile.js";
import { apiFiles } from "./support/samples.js";

const app = inputOf(
  apiFiles(
    { "/x": '<eval out="$a">md5($request/get/a)</eval><xslt src="s.xsl" in="$a"/>' },
    {
      files: {
        "s.xsl":
          '<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"/></xsl:stylesheet>',
      },
    },
  ),
);

interface Sbom {
  readonly metadata: {
    readonly timestamp?: string;
    readonly component: { readonly hashes: readonly unknown[] };
  };
  readonly components: readonly {
    readonly "bom-ref": string;
    readonly purl?: string;
    readonly licenses: readonly unknown[];
  }[];
}

describe("the bill of materials", () => {
  test("names what is in server.js, as CycloneDX wants it, and is the same each time", async () => {
    const { files } = await new Session().build(app, { sbom: true });
    const file = (path: string) => files.find((one) => one.path === path)?.text ?? "";
    const text = file("server.js.cdx.json");
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(text)).toBeNull();
    const { metadata, components } = JSON.parse(text) as Sbom;
    expect(metadata).toStrictEqual({
      component: expect.objectContaining({
        name: "server.js",
        hashes: [{ alg: "SHA-256", content: hash(file("server.js")) }],
      }),
    });
    const references = components.map((one) => one["bom-ref"]);
    expect(references).toStrictEqual([...references].sort());
    const names = references.map((one) => one.replace(/@[^@]*$/, ""));
    expect(names).toEqual(expect.arrayContaining(["@noble/hashes", "flowc", "hono", "saxon-js"]));
    expect(names).not.toContain("undici");
    expect(components.find((one) => one["bom-ref"].startsWith("@noble/hashes@"))).toMatchObject({
      purl: expect.stringMatching(/^pkg:npm\/%40noble\/hashes@2\./),
      licenses: [{ license: { id: "MIT" } }],
    });
    for (const name of names) expect(file("server.js.LICENSES.txt")).toMatch(new RegExp(`^${name} \\d`, "m"));
    const again = await new Session().build(app, { sbom: true });
    expect(again.files).toStrictEqual(files);
  });

  test("is not there where nobody asks for it", async () => {
    const { files } = await new Session().build(app);
    expect(files.map(({ path }) => path)).not.toContain("server.js.cdx.json");
  });
});
