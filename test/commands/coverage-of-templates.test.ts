/** What `flowc test` counts of templates, whatever the compiler makes of their parts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { flowc } from "../support/project.js";
import { appOf, describing } from "./app.js";

/** Line, block, way and count of each branch of the flow `parts.xml`, whose template is tested with bodies. */
async function waysOf(
  name: string,
  template: string,
  ...bodies: readonly object[]
): Promise<readonly string[]> {
  const requests = bodies.map(
    (value) =>
      `<test-request>{ "path": "/api/parts", "body": { "value": ${JSON.stringify(value)} } }</test-request>\n`,
  );
  const directory = appOf(`coverage-${name}`, {
    "swagger.yaml": describing({ "/parts": "parts.xml" }),
    "parts.xml": `<flow><template>\n${template}\n</template></flow>\n`,
    "tests/parts.xml": `<flow-test>\n${requests.join("")}<assert>[ [ "$status", 200 ] ]</assert>\n</flow-test>\n`,
  });
  const out = join(directory, "coverage");
  const { stdout, stderr } = await flowc("test", directory, "--coverage-dir", out);
  expect({ stdout, stderr }).toEqual({ stdout: expect.stringContaining("1 passed"), stderr: "" });
  return readFileSync(join(out, "lcov.info"), "utf8").match(/^BRDA:.*$/gm) ?? [];
}

test("a loop whose part may be nothing", async () => {
  const ways = await waysOf(
    "loop-items",
    '[\n{{loop $body/json/list}}\n{{if . = "b"}} {{ . }} {{end}}\n{{end}}\n]',
    { list: ["a", "b", "c"] },
  );
  expect(ways).toEqual(["BRDA:3,0,0,3", "BRDA:3,0,1,0", "BRDA:4,1,0,1", "BRDA:4,1,1,2"]);
});

test("a loop of pairs", async () => {
  const ways = await waysOf("loop-pairs", "{\n{{loop $body/json/list}} {{: a }} {{end}}\n}", { list: [] });
  expect(ways).toEqual(["BRDA:3,0,0,0", "BRDA:3,0,1,1"]);
});

test("loops whose parts wait", async () => {
  const ways = await waysOf(
    "loop-waiting",
    `{
      "one": [ {{loop $body/json/list}} {{ jwt-encode(., "a2V5") }} {{end}} ],
      "two": [ {{loop $body/json/list}} 2, {{ jwt-encode(., "a2V5") }} {{end}} ],
      {{loop $body/json/list}} {{$read := jwt-decode(., "a2V5") }} {{: $read/a }} {{end}}
    }`,
    { list: [{ a: 1 }, { a: 2 }] },
  );
  expect(ways).toEqual([
    "BRDA:3,0,0,2",
    "BRDA:3,0,1,0",
    "BRDA:4,1,0,2",
    "BRDA:4,1,1,0",
    "BRDA:5,2,0,2",
    "BRDA:5,2,1,0",
  ]);
});

test("{{with}}, with and without {{else}}", async () => {
  const ways = await waysOf(
    "with",
    `{
      "a": {{with $body/json/a}} {{ b }} {{else}} 0 {{end}},
      {{with $body/json/a}} "b": {{ b }}, {{end}}
      "c": [ {{with $body/json/a}} {{ b }}, 2 {{end}} ]
    }`,
    { a: { b: 1 } },
    { a: { b: 1 } },
    {},
  );
  expect(ways).toEqual([
    "BRDA:3,0,0,2",
    "BRDA:3,0,1,1",
    "BRDA:4,1,0,2",
    "BRDA:4,1,1,1",
    "BRDA:5,2,0,2",
    "BRDA:5,2,1,1",
  ]);
});

test("the default of a variable", async () => {
  const ways = await waysOf("default", "{{$a := $body/json/a ?? $body/json/b }}\n{ {{: $a }} }", { a: 1 });
  expect(ways).toEqual(["BRDA:2,0,0,0", "BRDA:2,0,1,1"]);
});

test("a template that is written as text: the comma between two rounds is no way of the flow", async () => {
  const ways = await waysOf(
    "text",
    `{{$list := $body/json/list }}
    {{if $list}} [ {{else}} { "none": [ {{end}}
    {{loop $list}} {{ . }} {{end}}
    {{if $list}} ] {{else}} ] } {{end}}`,
    { list: [1] },
    {},
  );
  expect(ways).toEqual([
    "BRDA:3,0,0,1",
    "BRDA:3,0,1,1",
    "BRDA:4,1,0,1",
    "BRDA:4,1,1,1",
    "BRDA:5,2,0,1",
    "BRDA:5,2,1,1",
  ]);
});

test("a template in a file of its own, whatever its name, and nothing that is no flow", async () => {
  const directory = appOf("coverage-template", {
    "swagger.yaml": `${describing({ "/parts": "parts.xml" })}
  /proxy:
    x-flow-proxy: { origin: "http://127.0.0.1:9" }
`,
    "parts.xml": '<flow><template src="parts.json"/></flow>\n',
    "parts.json": '{\n"a": {{ $body/json/a ?? 1 }}\n}\n',
    "tests/parts.xml": `<flow-test>
  <test-request>{ "path": "/api/parts" }</test-request>
  <assert>[ [ "$status", 200 ] ]</assert>
</flow-test>`,
  });
  const { stdout } = await flowc("test", directory, "--coverage");
  expect(stdout).toContain(`Flow        Lines  Branches  Actions  Lines not run
parts.json  100 %      50 %    100 %
parts.xml   100 %     100 %    100 %
All flows   100 %      50 %    100 %
`);
});
