import { join } from "node:path";
import { above, targets } from "./guard/targets.js";
import { alternate, median, ratios } from "./measure.js";
import { type Row, ratioCell, type Table } from "./page.js";
import { bundleProgram, flowc, freshDirectory, write } from "./project.js";

interface Data {
  readonly a: { readonly b: { readonly c: { readonly d: { readonly e: { readonly f: number } } } } };
  readonly items: readonly {
    readonly id: number;
    readonly name: string;
    readonly price: number;
    readonly stock: { readonly count: number };
  }[];
}

interface Sample {
  /** An expression, or a template where it begins with a brace. */
  readonly flow: string;
  readonly byHand: (data: Data) => unknown;
}

const samples: readonly Sample[] = [
  { flow: "string($data/a/b/c/d/e/f)", byHand: ({ a }) => String(a?.b?.c?.d?.e?.f ?? "") },
  {
    flow: "string($data/items/value[50]/stock/count)",
    byHand: ({ items }) => String(items?.[49]?.stock?.count ?? ""),
  },
  {
    flow: "count($data/items/value[price > 50])",
    byHand({ items }) {
      let count = 0;
      for (const { price } of items) if (price > 50) count++;
      return count;
    },
  },
  {
    flow: `string($data/items/value[name = "item 77"]/id)`,
    byHand({ items }) {
      for (const { id, name } of items) if (name === "item 77") return String(id);
      return "";
    },
  },
  {
    flow: "sum($data/items/value/price)",
    byHand({ items }) {
      let sum = 0;
      for (const { price } of items) sum += price;
      return sum;
    },
  },
  {
    flow: `join(",", $data/items/value/name)`,
    byHand: ({ items }) => items.map(({ name }) => name).join(","),
  },
  {
    flow: `{ "lines": [ {{loop $data/items}} { {{: id | name | price }} "count": {{ stock/count }} } {{end}} ] }`,
    byHand: ({ items }) => ({
      lines: items.map(({ id, name, price, stock }) => ({ id, name, price, count: stock?.count ?? null })),
    }),
  },
];

const data: Data = {
  a: { b: { c: { d: { e: { f: 1 } } } } },
  items: Array.from({ length: 100 }, (_, id) => ({
    id,
    name: `item ${id}`,
    price: id + 0.5,
    stock: { count: id % 7 },
  })),
};

/** Expressions over JSON beside loops by hand. Each is a flow of its own, called again and again without a request. */
export async function expressions(isQuick: boolean): Promise<readonly Table[]> {
  const { run, prepare } = await generated();
  const rows: Row[] = [];
  for (const [index, { flow, byHand }] of samples.entries()) {
    const ours = run[index];
    if (ours === undefined) throw new Error("A flow is missing.");
    const state = prepare(JSON.stringify(data));
    const asText = (value: unknown): string => JSON.stringify(value);
    const call = (): unknown => {
      ours(state);
      return state.result;
    };
    if (asText(call()) !== asText(byHand(data))) throw new Error(`${flow}: the results differ.`);
    const sides = [() => nanoseconds(call), () => nanoseconds(() => byHand(data))];
    await alternate(5, sides); // until the code is compiled
    const [mine = [], theirs = []] = await alternate(isQuick ? 15 : 50, sides);
    const ratio = ratios(mine, theirs);
    rows.push({
      isLost: false,
      above: above(flow, ratio.median, targets.expression),
      cells: [
        `\`${flow.replaceAll("|", "\\|")}\``,
        `${median(mine).toFixed(0)} ns`,
        `${median(theirs).toFixed(0)} ns`,
        ratioCell(ratio),
      ],
    });
  }
  return [{ title: "Expressions over 100 items", headings: ["", "flowc", "by hand", "ratio"], rows }];
}

interface State {
  readonly data: unknown;
  result: unknown;
}

interface Generated {
  readonly run: readonly ((state: State) => void)[];
  prepare(json: string): State;
}

/** The flows as functions: the endpoint sets `$data`, so that the build knows what it is. */
async function generated(): Promise<Generated> {
  const flows = freshDirectory("expressions-flows");
  const names = samples.map((_, index) => `sample${index}`);
  const result = ({ flow }: Sample): string => {
    if (flow.startsWith("{")) return `<template out="$result">${flow}</template>`;
    return `<eval out="$result">${flow.replaceAll("<", "&lt;")}</eval>`;
  };
  write(flows, {
    "swagger.yaml": `swagger: "2.0"\npaths: { /all: { get: { x-flow: all.xml } } }\n`,
    "all.xml": `<flow><eval out="$data">json-parse($request/get/data)</eval>
      ${names.map((name) => `<sub-flow src="${name}.xml"/><template>{{ $result }}</template>`).join("\n")}</flow>`,
    ...Object.fromEntries(
      samples.map((sample, index) => [`sample${index}.xml`, `<flow>${result(sample)}</flow>`]),
    ),
  });
  const out = freshDirectory("expressions");
  await flowc(flows, out);
  const imports = names.map(
    (name) => `import { ${name}Flow } from ${JSON.stringify(join(out, `flows/${name}.ts`))};`,
  );
  const program = await bundleProgram(
    `${imports.join("\n")}
    import { jsonParse } from "flowc/runtime";
    export const run = [${names.map((name) => `${name}Flow`).join(", ")}];
    export const prepare = (json) => ({ data: jsonParse(json), result: undefined });`,
    join(out, "bundled/flows.cjs"),
  );
  return ((await import(program)) as { default: Generated }).default;
}

/** The last result, so that no engine leaves an evaluation out. */
export let sink: unknown;

/** The processor time of one call, of some milliseconds of calls. */
async function nanoseconds(call: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  let calls = 0;
  for (;;) {
    for (let index = 0; index < 200; index++) sink = call();
    calls += 200;
    const { user, system } = process.cpuUsage(start);
    if (user + system > 4000) return ((user + system) * 1000) / calls;
  }
}
