import type { Spread } from "./measure.js";
import { freshDirectory, write } from "./project.js";
import { comparison, type Table, verdict } from "./table.js";
import { largeBody } from "./xpath/body.js";
import { contest, type Effort, type Result, type Time } from "./xpath/contest.js";
import { type Size, sizes } from "./xpath/documents.js";
import { type EngineName, engineNames } from "./xpath/engines.js";
import { expressions, type Shape, shapes } from "./xpath/expressions.js";
import { generateFlows } from "./xpath/generated.js";
import { templateSpeed } from "./xpath/templates.js";

/** How often the others take our time: at child paths over JSON, and at everything else. */
const targets = { saxonOnChildPaths: 100, bestOnChildPaths: 10, bestElsewhere: 1 };

/**
 * How much more a byte may cost in a document of 5 MB than in one of 1 MB, which exceeds the caches of the processor,
 * too. With a quadratic cost it would be 5.
 */
const targetGrowth = 2.5;
const medium = { name: "1 MB", bytes: 1_000_000 };

type Results = Readonly<Partial<Record<Size, readonly Result[]>>>;

const others = engineNames.filter((name) => name !== "flowc");

/** The same expressions over the same documents, compiled by flowc and evaluated by libraries. */
export async function* xpath(quick: boolean): AsyncIterable<Table> {
  const generated = await generateFlows();
  const effort: Effort = quick
    ? { rounds: 3, milliseconds: 10, warmUp: 150, limit: 3_000 }
    : { rounds: 7, milliseconds: 30, warmUp: 200, limit: 10_000 };
  yield comparison("xpath: JSON", [await largeBody(quick), ...(await templateSpeed(quick))]);
  const all: Partial<Record<Shape, Results>> = {};
  for (const shape of Object.keys(shapes) as Shape[]) {
    const results: Partial<Record<Size, readonly Result[]>> = {};
    for (const size of Object.keys(sizes) as Size[]) {
      const reached = await contest(shape, sizes[size], generated, effort);
      yield speedTable(`xpath: ${shape}, ${size}, microseconds`, shape, reached);
      results[size] = reached;
    }
    const alone = await contest(shape, medium.bytes, generated, effort, ["flowc"]);
    yield growthTable(`xpath: ${shape}, nanoseconds per byte of the document`, results, alone);
    all[shape] = results;
  }
  write(freshDirectory("xpath-results"), { "xpath.json": JSON.stringify(all, undefined, 2) });
}

function speedTable(title: string, shape: Shape, results: readonly Result[]): Table {
  return {
    title,
    headings: ["", ...engineNames, "x saxon-js", "x best", "target", ""],
    rows: results.map(({ name, isChildPath, times }) => {
      const isHard = shape === "json" && isChildPath;
      const saxon = ratio(times, "saxon-js");
      const best = Math.min(...others.map((engine) => ratio(times, engine)));
      const bestTarget = isHard ? targets.bestOnChildPaths : targets.bestElsewhere;
      const saxonTarget = isHard ? targets.saxonOnChildPaths : 0;
      return [
        name,
        ...engineNames.map((engine) => formatTime(times[engine])),
        formatRatio(saxon),
        formatRatio(best),
        isHard ? `>= ${saxonTarget}, ${bestTarget}` : `>= ${bestTarget}`,
        verdict(saxon >= saxonTarget && best >= bestTarget),
      ];
    }),
    chart: {
      unit: "microseconds",
      isLessBetter: true,
      sides: engineNames,
      groups: results.map(({ name, times }) => ({
        name,
        values: engineNames.map((engine) => exactly(times[engine])),
      })),
    },
  };
}

/** The best of several rounds has no spread. */
function exactly(time: Time | undefined): Spread {
  const value = typeof time === "number" ? time : Number.NaN;
  return { median: value, low: value, high: value };
}

/** How often an engine takes our time; NaN where one of the two has no result. */
function ratio(times: Result["times"], engine: EngineName): number {
  const { flowc, [engine]: other } = times;
  if (typeof flowc !== "number") return Number.NaN;
  if (other === "too slow") return Number.POSITIVE_INFINITY;
  return typeof other === "number" ? other / flowc : Number.NaN;
}

function growthTable(title: string, results: Results, alone: readonly Result[]): Table {
  const columns = [
    ...(Object.keys(sizes) as Size[]).map((name) => ({ name, bytes: sizes[name], results: results[name] })),
    { ...medium, results: alone },
  ].sort((left, right) => left.bytes - right.bytes);
  return {
    title,
    headings: ["", ...columns.map(({ name }) => name), "growth", "target", ""],
    rows: expressions.map(({ name }, index) => {
      const costs = columns.map((column) => perByte(column.results?.[index], column.bytes));
      const growth = (costs.at(-1) ?? Number.NaN) / (costs.at(-2) ?? Number.NaN);
      return [
        name,
        ...costs.map((cost) => cost.toFixed(3)),
        growth.toFixed(2),
        `<= ${targetGrowth}`,
        verdict(growth <= targetGrowth),
      ];
    }),
  };
}

function perByte(result: Result | undefined, bytes: number): number {
  const time = result?.times.flowc;
  return typeof time === "number" ? (time * 1000) / bytes : Number.NaN;
}

const formatTime = (time: Time | undefined): string =>
  typeof time === "number" ? time.toPrecision(3) : (time ?? "");
const formatRatio = (ratio: number): string => (Number.isFinite(ratio) ? ratio.toFixed(1) : "");
