/** The counts of `flowc test` for templates, whatever the compiler makes of their parts. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { flowc } from "../support/project.js";
import { appOf, describing } from "./app.js";

interface Sample {
  readonly name: string;
  readonly template: string;
  /** Of the requests that are sent to it. */
  readonly bodies: readonly object[];
  /** Line, block, way and count of each branch of the flow. */
  readonly ways: readonly string[];
}

const samples: readonly Sample[] = [
  {
    name: "a loop whose part may be nothing",
    template: '[\n{{loop $body/json/list}}\n{{if . = "b"}} {{ . }} {{end}}\n{{end}}\n]',
    bodies: [{ list: ["a", "b", "c"] }],
    ways: ["3,0,0,3", "3,0,1,0", "4,1,0,1", "4,1,1,2"],
  },
  {
    name: "a loop of pairs",
    template: "{\n{{loop $body/json/list}} {{: a }} {{end}}\n}",
    bodies: [{ list: [] }],
    ways: ["3,0,0,0", "3,0,1,1"],
  },
  {
    name: "loops whose parts wait",
    template: `{
      "one": [ {{loop $body/json/list}} {{ jwt-encode(., "YSBwYXNzcGhyYXNlIG9mIG1vcmUgdGhhbiAzMiBieXRlcw") }} {{end}} ],
      "two": [ {{loop $body/json/list}} 2, {{ jwt-encode(., "YSBwYXNzcGhyYXNlIG9mIG1vcmUgdGhhbiAzMiBieXRlcw") }} {{end}} ],
      {{loop $body/json/list}} {{$read := jwt-decode(., "YSBwYXNzcGhyYXNlIG9mIG1vcmUgdGhhbiAzMiBieXRlcw") }} {{: $read/a }} {{end}}
    }`,
    bodies: [{ list: [{ a: 1 }, { a: 2 }] }],
    ways: ["3,0,0,2", "3,0,1,0", "4,1,0,2", "4,1,1,0", "5,2,0,2", "5,2,1,0"],
  },
  {
    name: "{{with}}, with and without {{else}}",
    template: `{
      "a": {{with $body/json/a}} {{ b }} {{else}} 0 {{end}},
      {{with $body/json/a}} "b": {{ b }}, {{end}}
      "c": [ {{with $body/json/a}} {{ b }}, 2 {{end}} ]
    }`,
    bodies: [{ a: { b: 1 } }, { a: { b: 1 } }, {}],
    ways: ["3,0,0,2", "3,0,1,1", "4,1,0,2", "4,1,1,1", "5,2,0,2", "5,2,1,1"],
  },
  {
    name: "the default of a variable",
    template: "{{$a := $body/json/a ?? $body/json/b }}\n{ {{: $a }} }",
    bodies: [{ a: 1 }],
    ways: ["2,0,0,0", "2,0,1,1"],
  },
  {
    name: "a template that is written as text: the comma between two rounds is no way of the flow",
    template: `{{$list := $body/json/list }}
    {{if $list}} [ {{else}} { "none": [ {{end}}
    {{loop $list}} {{ . }} {{end}}
    {{if $list}} ] {{else}} ] } {{end}}`,
    bodies: [{ list: [1] }, {}],
    ways: ["3,0,0,1", "3,0,1,1", "4,1,0,1", "4,1,1,1", "5,2,0,1", "5,2,1,1"],
  },
];

/** Of each flow, its branches. One run of the tests of all samples. */
async function countWays(): Promise<ReadonlyMap<string, readonly string[]>> {
  const indices = samples.map((_, index) => index);
  const requests = (index: number) =>
    (samples[index]?.bodies ?? []).map(
      (value) =>
        `<test-request>{ "path": "/api/${index}", "body": { "value": ${JSON.stringify(value)} } }</test-request>\n`,
    );
  const directory = appOf("coverage-of-templates", {
    "swagger.yaml": describing(Object.fromEntries(indices.map((index) => [`/${index}`, `${index}.xml`]))),
    ...Object.fromEntries(
      samples.flatMap(({ template }, index) => [
        [`${index}.xml`, `<flow><template>\n${template}\n</template></flow>\n`],
        [
          `tests/${index}.xml`,
          `<flow-test>\n${requests(index).join("")}<assert>[ [ "$status", 200 ] ]</assert>\n</flow-test>\n`,
        ],
      ]),
    ),
  });
  const out = join(directory, "coverage");
  const { stdout, stderr } = await flowc("test", directory, "--coverage-dir", out);
  expect({ stdout, stderr }).toEqual({
    stdout: expect.stringContaining(`${samples.length} passed`),
    stderr: "",
  });
  const records = readFileSync(join(out, "lcov.info"), "utf8").split("end_of_record\n");
  return new Map(
    records.map((record) => [
      /^SF:.*?(\d+\.xml)$/m.exec(record)?.[1] ?? "",
      [...record.matchAll(/^BRDA:(.*)$/gm)].map(([, way = ""]) => way),
    ]),
  );
}

let counted: ReadonlyMap<string, readonly string[]>;
beforeAll(async () => {
  counted = await countWays();
});

test.each(samples)("$name", ({ ways, ...sample }) => {
  const index = samples.findIndex(({ name }) => name === sample.name);
  expect(counted.get(`${index}.xml`)).toEqual(ways);
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
