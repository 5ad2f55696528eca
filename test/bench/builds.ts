import { statSync } from "node:fs";
import { join } from "node:path";
import { above, targets } from "./guard/targets.js";
import { alternate, median, ratios } from "./measure.js";
import { type Row, ratioCell, type Table } from "./page.js";
import { startServer } from "./processes.js";
import { bundleProgram, fixtures, flowc, freshDirectory, write } from "./project.js";

/** Seconds of a first build, and of one from a cold start after one flow was changed; megabytes at most. */
const sizes = [
  { endpoints: 1, first: 0.4 },
  { endpoints: 100 },
  { endpoints: 1_000, first: 3, second: 1 },
  { endpoints: 5_000, first: 15, memory: 600, isLong: true },
  { endpoints: 10_000, memory: 1_000, isLong: true },
];

/** The command line with more and more endpoints, and again after one flow was changed. */
export async function builds(isQuick: boolean): Promise<readonly Table[]> {
  const rows: Row[] = [];
  for (const { endpoints, first = Number.NaN, second = Number.NaN, memory = Number.NaN, isLong } of sizes) {
    if (isQuick && isLong) continue;
    const flows = freshDirectory("build-flows");
    write(flows, project(endpoints));
    const rounds = await alternate(endpoints < 1_000 || !isQuick ? 3 : 1, [
      async () => {
        const out = freshDirectory("build");
        const cache = freshDirectory("build-cache");
        const one = await flowc(flows, out, cache);
        write(flows, { "flow-0.xml": flow(0, `changed ${performance.now()}`) });
        return [one, await flowc(flows, out, cache)] as const;
      },
    ]);
    const [pairs = []] = rounds;
    const cell = (index: 0 | 1, target: number): Row => {
      const seconds = median(pairs.map((pair) => pair[index].seconds));
      const most = Math.max(...pairs.map((pair) => pair[index].megabytes));
      const what = `${endpoints} endpoints, build ${index + 1}`;
      return {
        cells: [`${seconds.toFixed(2)} s, ${most.toFixed(0)} MB`],
        isLost: false,
        above: [...above(`${what}, seconds`, seconds, target), ...above(`${what}, MB`, most, memory)],
      };
    };
    const found = [cell(0, first), cell(1, second)];
    rows.push({
      isLost: false,
      above: found.flatMap((row) => row.above ?? []),
      cells: [endpoints.toLocaleString("en-US"), ...found.flatMap(({ cells }) => cells)],
    });
  }
  const title = "Builds by processor time, and memory at most";
  const table = { title, headings: ["endpoints", "first build", "after one changed flow"], rows };
  return isQuick ? [table] : [table, await descriptions()];
}

/** First builds of descriptions, each twice as long as the one before: time by size should stay the same. */
async function descriptions(): Promise<Table> {
  const rows: Row[] = [];
  for (const operations of [111, 222, 444]) {
    const files = described(operations);
    const flows = freshDirectory("described-flows");
    write(flows, files);
    const { seconds, megabytes } = await flowc(
      flows,
      freshDirectory("described"),
      freshDirectory("build-cache"),
    );
    const size = files["swagger.yaml"].length / 1e6;
    const cells = [
      `${operations} operations, ${size.toFixed(1)} MB`,
      `${seconds.toFixed(2)} s, ${(seconds / size).toFixed(2)} s per MB`,
      `${megabytes.toFixed(0)} MB`,
    ];
    rows.push({ isLost: false, cells });
  }
  const title = "Long API descriptions that requests and responses are validated by";
  return { title, headings: ["description", "first build", "memory"], rows };
}

/** An API description with a schema of 60 members for each operation. */
function described(operations: number): { readonly "swagger.yaml": string; readonly "flow.xml": string } {
  const repeated = (times: number, text: (index: number) => string): string =>
    Array.from({ length: times }, (_, index) => text(index)).join("");
  const thing = (index: number): string => `{ $ref: "#/definitions/Thing${index}" }`;
  return {
    "swagger.yaml": `swagger: "2.0"
basePath: /api
x-flow: flow.xml
x-flow-validate: { request: true, response: true }
paths:
${repeated(
  operations,
  (index) => `  /things-${index}/{id}:
    post:
      parameters:
        - { name: id, in: path, required: true, type: string, pattern: "^[a-z0-9]+$" }
        - { name: body, in: body, required: true, schema: ${thing(index)} }
      responses:
        200: { description: The thing as it is now, schema: ${thing(index)} }
`,
)}definitions:
${repeated(
  operations,
  (index) => `  Thing${index}:
    type: object
    properties:
${repeated(
  60,
  (member) => `      member-${member}:
        type: string
        maxLength: ${member + 1}
        description: The value of the member with the number ${member}, as the system gives it.
`,
)}`,
)}`,
    "flow.xml": "<flow><template>{}</template></flow>",
  };
}

/** A flow directory of so many endpoints, with a flow of ten actions each. */
export function project(endpoints: number): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: endpoints }, (_, index) => index);
  const paths = numbers.map((index) => `  /things-${index}/{id}: { get: { x-flow: flow-${index}.xml } }\n`);
  return {
    "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n${paths.join("")}`,
    ...Object.fromEntries(numbers.map((index) => [`flow-${index}.xml`, flow(index, "first")])),
  };
}

const flow = (index: number, version: string): string => `<flow>
  <!-- ${version} -->
  <eval out="$id">number($request/params/id)</eval>
  <error if="not($id > 0)" status="400">
  { "message": {{ concat("no id: ", $request/params/id) }}, "code": 4001 }
  </error>
  <eval out="$limit">number($request/get/limit)</eval>
  <if test="$limit > 100">
    <eval out="$limit">100</eval>
  </if>
  <request content="things">
  { "url": {{ concat($env/THINGS, "/things-${index}/", $id) }}, "query": { "limit": {{ $limit }} } }
  </request>
  <error if="$upstream/things/status != 200" status="502">"The things are not there."</error>
  <template out="$summary">
  {
    "count": {{ count(content("things")/json/items/value) }},
    "names": [ {{loop content("things")/json/items}} {{ name }} {{end}} ]
  }
  </template>
  <set-response-headers>
  { "Cache-Control": "no-store", "X-Thing": {{ $id }} }
  </set-response-headers>
  <template>
  {
    "id": {{ $id }},
    {{if $summary/count > 0 }} "summary": {{ $summary }}, {{end}}
    "things": [
      {{loop array(content("things")/json/items/value[price > ${index}])}}
        { {{: id | name | price }} "city": {{ stock/warehouse/city ?? "none" }} }
      {{end}}
    ]
  }
  </template>
</flow>
`;

const bareHono = `import { serve } from "@hono/node-server";
import { Hono } from "hono";
const app = new Hono();
app.get("/api/hello", (c) => c.json({ greeting: "Hello!" }));
serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: "127.0.0.1" });`;

/** The processor time up to the first response, beside a Hono app with one constant route; and the size of `server.js`. */
export async function start(isQuick: boolean): Promise<readonly Table[]> {
  const out = freshDirectory("start");
  const bare = await bundleProgram(bareHono, join(out, "bare.cjs"));
  write(out, { "package.json": "{}" }); // as in a container, so that Node takes both for CommonJS
  for (const name of ["hello", "petstore"]) await flowc(join(fixtures, name), join(out, name));
  const side = (script: string) => async (): Promise<number> => {
    const server = await startServer(script, "/api/hello");
    const cpu = server.cpu();
    await server.stop();
    return cpu;
  };
  const [ours = [], theirs = []] = await alternate(isQuick ? 12 : 30, [
    side(join(out, "hello/server.js")),
    side(bare),
  ]);
  const ratio = ratios(ours, theirs);
  const kilobytes = (name: string): number => statSync(join(out, name, "server.js")).size / 1000;
  const petstore = kilobytes("petstore");
  return [
    {
      title: "Start",
      headings: ["", ""],
      rows: [
        { isLost: ratio.median > 1, cells: ["first response, of a bare Hono app's", ratioCell(ratio)] },
        { isLost: false, cells: ["server.js of fixtures/hello", `${kilobytes("hello").toFixed(0)} KB`] },
        {
          isLost: false,
          above: above("petstore, KB", petstore, targets.petstore),
          cells: ["server.js of fixtures/petstore", `${petstore.toFixed(0)} KB`],
        },
      ],
    },
  ];
}
