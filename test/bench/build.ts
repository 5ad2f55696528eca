import { spread } from "./measure.js";
import { flowc, freshDirectory, write } from "./project.js";
import { type Chart, type Table, verdict } from "./table.js";

/** What builds of so many endpoints may take; `second` is a build from a cold start after one flow was changed. */
interface Target {
  readonly seconds?: number;
  readonly second?: number;
  readonly megabytes?: number;
}

const targets: ReadonlyMap<number, Target> = new Map([
  [1, { seconds: 0.4 }],
  [10, {}],
  [100, {}],
  [1_000, { seconds: 2.5, second: 1 }],
  [10_000, { seconds: 25, megabytes: 1_000 }],
]);

interface Build {
  readonly seconds: number;
  readonly megabytes: number;
}

interface Size {
  readonly endpoints: number;
  readonly target: Target;
  readonly first: readonly Build[];
  readonly second: readonly Build[];
}

/** What the command line takes for more and more endpoints, and again after one flow was changed. */
export async function* buildTime(quick: boolean): AsyncIterable<Table> {
  const sizes: Size[] = [];
  for (const [endpoints, target] of targets) {
    if (quick && endpoints > 1_000) continue;
    const rounds = quick || endpoints > 1_000 ? 1 : 3;
    sizes.push({ endpoints, target, ...(await buildOf(endpoints, endpoints < 100 ? 3 : rounds)) });
  }
  yield table(
    "build: seconds",
    sizes,
    "seconds",
    (seconds) => `${seconds.toFixed(2)} s`,
    ({ seconds, second }) => [seconds, second],
  );
  yield table(
    "build: memory",
    sizes,
    "megabytes",
    (size) => `${size.toFixed(0)} MB`,
    ({ megabytes }) => [megabytes, megabytes],
  );
}

async function buildOf(endpoints: number, rounds: number): Promise<Pick<Size, "first" | "second">> {
  const flows = freshDirectory("build-flows");
  write(flows, project(endpoints));
  const first: Build[] = [];
  const second: Build[] = [];
  for (let round = 0; round < rounds; round++) {
    const out = freshDirectory("build");
    const cache = freshDirectory("build-cache");
    first.push(await flowc(flows, out, cache));
    write(flows, { "flow-0.xml": flow(0, `changed ${round}`) });
    second.push(await flowc(flows, out, cache));
  }
  return { first, second };
}

function table(
  title: string,
  sizes: readonly Size[],
  unit: keyof Build,
  format: (value: number) => string,
  targetsOf: (target: Target) => readonly [number | undefined, number | undefined],
): Table {
  const rows = sizes.map(({ endpoints, target, first, second }) => {
    const values = [first, second].map((builds) => spread(builds.map((build) => build[unit])));
    return { name: endpoints.toLocaleString("en-US"), values, targets: targetsOf(target) };
  });
  const chart: Chart = {
    kind: "lines",
    unit: `${unit}, by endpoints`,
    isLessBetter: true,
    sides: ["first build", "after one changed flow"],
    groups: rows.map(({ name, values }) => ({ name, values })),
  };
  return {
    title,
    headings: [`${unit}, by endpoints`, "first build", "target", "", "after one changed flow", "target", ""],
    rows: rows.map(({ name, values, targets }) => [
      name,
      ...values.flatMap(({ median }, index) => {
        const target = targets[index];
        if (target === undefined) return [format(median), "", ""];
        return [format(median), `<= ${target}`, verdict(median <= target)];
      }),
    ]),
    chart,
  };
}

/** A flow directory of so many endpoints, with a flow each. */
export function project(endpoints: number): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: endpoints }, (_, index) => index);
  const paths = numbers.map((index) => `  /things-${index}/{id}: { get: { x-flow: flow-${index}.xml } }\n`);
  return {
    "swagger.yaml": `swagger: "2.0"\nbasePath: /api\npaths:\n${paths.join("")}`,
    ...Object.fromEntries(numbers.map((index) => [`flow-${index}.xml`, flow(index, "first")])),
  };
}

/** Ten actions, as a real flow has them. */
export function flow(index: number, version: string): string {
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
