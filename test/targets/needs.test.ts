/** Missing parts of platforms are reported when the app is built for them, with the place in the flow. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { scratchDirectory, writeFiles } from "../support/compile.js";
import { flowc } from "../support/project.js";
import { flowFile } from "../support/samples.js";

const stylesheet = (version: string): string =>
  `<xsl:stylesheet version="${version}" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">
  <xsl:template match="/"><out/></xsl:template>
</xsl:stylesheet>`;

const flows = {
  plain: flowFile(`<template>{ "ok": true }</template>`),
  ldap: flowFile(
    `<eval out="$entry">ldap-lookup($env/LDAP_URL, "", "", "dc=example", "sub", "uid=1", "cn")</eval>`,
  ),
  proxy: flowFile(`<request>
  {
    "url": "https://api.example.com/",
    "options": { "proxy-server": "proxy.example.com:3128" }
  }
  </request>`),
  // The configuration is put together in parts.
  parts: flowFile(`<request>
  {
    "url": "https://api.example.com/",
    {{if $env/STRICT}} "options": { "tls-version": "TLSv1.3" } {{else}} "options": {} {{end}}
  }
  </request>`),
  xslt: flowFile(`<xslt src="later.xsl"/>`),
  earlier: flowFile(`<xslt src="earlier.xsl"/>`),
  cache: flowFile(
    `<request>{ "url": "https://api.example.com/", "options": { "use-http-cache": true } }</request>`,
  ),
};

function write(name: string): { readonly flows: string; readonly out: string } {
  const directory = scratchDirectory("target-needs");
  const app = join(directory, "flows");
  const files = {
    "swagger.yaml": `swagger: "2.0"\ninfo: { title: Needs, version: "1" }\npaths:\n  /a: { x-flow: ${name}.xml }\n`,
    [`${name}.xml`]: flows[name as keyof typeof flows],
    "later.xsl": stylesheet("3.0"),
    "earlier.xsl": stylesheet("1.0"),
  };
  writeFiles(
    app,
    Object.entries(files).map(([path, text]) => ({ path, text })),
  );
  return { flows: app, out: join(directory, "gen") };
}

interface Row {
  readonly flow: keyof typeof flows;
  readonly target: string;
  /** The place, the code and the message; `undefined` if nothing is said. */
  readonly says: string | undefined;
}

const rows: readonly Row[] = [
  {
    flow: "ldap",
    target: "workers",
    says: "ldap.xml:2:20 error FLOW5100 ldap-lookup() cannot ask a directory on Cloudflare Workers.",
  },
  { flow: "ldap", target: "deno", says: undefined },
  {
    flow: "proxy",
    target: "workers",
    says: "proxy.xml:5:19 error FLOW5101 Cloudflare Workers cannot carry out proxy-server, which is about connections.",
  },
  {
    flow: "proxy",
    target: "bun",
    says: "proxy.xml:5:19 error FLOW5101 Bun cannot carry out proxy-server, which is about connections.",
  },
  {
    flow: "parts",
    target: "deno",
    says: "parts.xml:5:38 error FLOW5101 Deno cannot carry out tls-version, which is about connections.",
  },
  { flow: "proxy", target: "lambda", says: undefined },
  { flow: "proxy", target: "node", says: undefined },
  {
    flow: "xslt",
    target: "workers",
    says: "xslt.xml:2:12 error FLOW5102 later.xsl needs SaxonJS, which Cloudflare Workers cannot load.",
  },
  { flow: "earlier", target: "workers", says: undefined },
  {
    flow: "cache",
    target: "workers",
    says: "cache.xml:2:61 warning FLOW5103 use-http-cache keeps responses in the memory of one isolate of Cloudflare Workers, which cannot use Redis.",
  },
  { flow: "cache", target: "lambda", says: undefined },
  { flow: "plain", target: "workers", says: undefined },
];

describe("what a platform lacks", () => {
  test.each(rows)("$flow for $target", async ({ flow, target, says }) => {
    const { flows: app, out } = write(flow);
    const { code, stderr } = await flowc("build", app, "-o", out, "--target", target);
    const said = stderr.split("\n").filter((line) => /FLOW51\d\d/.test(line));
    expect(said.map((line) => line.slice(line.indexOf(`${flow}.xml`)))).toEqual(
      says === undefined ? [] : [says],
    );
    expect(code).toBe(says?.includes(" error ") ? 1 : 0);
  });

  test("`check` says it, too", async () => {
    const { flows: app } = write("proxy");
    const { code, stdout } = await flowc("check", app, "--target", "bun");
    expect(stdout).toContain("proxy.xml:5:19 error FLOW5101 Bun cannot");
    expect(code).toBe(1);
    expect(await flowc("check", app)).toMatchObject({ code: 0 });
  });

  test("what nobody knows is no platform", async () => {
    const { flows: app, out } = write("plain");
    const { code, stderr } = await flowc("build", app, "-o", out, "--target", "browser");
    expect(stderr).toContain("It has to be one of node, bun, deno, workers, lambda.");
    expect(code).toBe(2);
  });
});
