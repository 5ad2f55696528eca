import { median } from "./measure.js";
import { flowc, freshDirectory, write } from "./project.js";
import type { Row } from "./table.js";

const endpoints = 1_000;

/** Seconds that the command line takes for 1,000 endpoints, and again after one flow was changed. */
export async function buildTime(quick: boolean): Promise<Row[]> {
  const flows = freshDirectory("build-flows");
  write(flows, project());
  const rounds = quick ? 1 : 3;
  const builds: number[] = [];
  const rebuilds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const out = freshDirectory("build");
    builds.push(await flowc(flows, out));
    write(flows, { "flow-500.xml": flow(500, `changed ${round}`) });
    rebuilds.push(await flowc(flows, out));
  }
  return [
    row(`build of ${endpoints} endpoints`, median(builds), 5),
    row("build after one changed flow", median(rebuilds), 0.3),
  ];
}

function row(name: string, seconds: number, target: number): Row {
  return {
    name,
    generated: `${seconds.toFixed(2)} s`,
    reference: "",
    result: `${seconds.toFixed(2)} s`,
    target: `<= ${target} s`,
    ok: seconds <= target,
  };
}

function project(): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: endpoints }, (_, index) => index);
  const paths = numbers.map((index) => `  /things-${index}/{id}: { get: { x-flow: flow-${index}.xml } }\n`);
  return {
    "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n${paths.join("")}`,
    ...Object.fromEntries(numbers.map((index) => [`flow-${index}.xml`, flow(index, "first")])),
  };
}

/** Ten actions, as a real flow has them. */
function flow(index: number, version: string): string {
  return `<flow>
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
      {{loop content("things")/json/items[price > ${index}]}}
        { {{: id | name | price }} "city": {{ stock/warehouse/city ?? "none" }} }
      {{end}}
    ]
  }
  </template>
</flow>
`;
}
