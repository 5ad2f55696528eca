/** Stylesheets of XSLT 2.0 and 3.0: `server.js` runs them in threads, with limits of time and memory. */
import { beforeAll, expect, test } from "vitest";
import { Session } from "../../compiler/session/session.js";
import { inputOf, scratchDirectory, writeFiles } from "../support/compile.js";
import { apiFiles } from "../support/samples.js";
import { served } from "../support/served.js";
import type { RunningProcess } from "../support/servers.js";

const sheet = (select: string): string =>
  `<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:xs="http://www.w3.org/2001/XMLSchema">
    <xsl:template match="/"><o><xsl:value-of select="${select}"/></o></xsl:template>
  </xsl:stylesheet>`;

/** A client chooses the text of the element `r`. */
const stylesheets: Readonly<Record<string, string>> = {
  time: sheet("sum(for $i in 1 to xs:integer(/r) return $i * 2)"),
  memory: sheet(
    "string-length(fold-left(1 to xs:integer(/r), 'x', function($s, $i) { upper-case($s || $s) }))",
  ),
  pattern: sheet("matches(/r, '^(a|a)*b$')"),
};

const limitExceeded = { status: 503, error: { code: 5002, message: "Limit Exceeded" } };

let server: RunningProcess;

const ask = async (path: string, text: string) => {
  const response = await server.get(`/t/${path}`, {
    method: "POST",
    headers: { "content-type": "text/plain" },
    body: `<r>${text}</r>`,
  });
  const body = await response.text();
  return response.status === 200
    ? { status: 200, body }
    : { status: response.status, ...(JSON.parse(body) as { error: object }) };
};

beforeAll(async () => {
  const { files } = await new Session().build(
    inputOf(
      apiFiles(
        {
          "/hello": "<echo>hello</echo>",
          ...Object.fromEntries(
            Object.keys(stylesheets).map((name) => [
              `/${name}`,
              `<eval out="$x">xml-parse($body)</eval><xslt src="${name}.xsl" in="$x"/>`,
            ]),
          ),
        },
        {
          files: Object.fromEntries(Object.entries(stylesheets).map(([name, text]) => [`${name}.xsl`, text])),
        },
      ),
    ),
  );
  const directory = scratchDirectory("xslt-limits");
  writeFiles(directory, files);
  server = await served(directory, { FLOW_XSLT_TIMEOUT: "3", FLOW_XSLT_MEMORY: "64MiB" });
});

const attacks = [
  ["time", "1000000000", "10", "The transformation takes longer than 3 s."],
  ["pattern", `${"a".repeat(40)}c`, "ab", "The transformation takes longer than 3 s."],
  ["memory", "40", "10", "The transformation takes more than 64 MiB."],
] as const;

test.each(attacks)("%s", async (path, hostile, honest) => {
  const attack = ask(path, hostile);
  const first = await Promise.race([attack, ask("hello", "")]);
  expect(first, "others are answered meanwhile").toEqual({ status: 200, body: "hello" });
  expect(await attack).toMatchObject(limitExceeded);
  expect(await ask(path, honest)).toMatchObject({ status: 200 });
});

test("the log says why", async () => {
  expect(await server.end()).toBe(0);
  const alerts = server.log().matchAll(/"engine_alert".*"message":"([^"]*)"/g);
  expect([...alerts].map(([, message]) => message)).toEqual(attacks.map(([, , , reason]) => reason));
});
