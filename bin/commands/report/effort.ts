import { readFileSync } from "node:fs";
import { writing } from "../../../compiler/move/risks.js";
import type { Effort, EffortLine, ReportedOperation, Work } from "./report.js";

/** Hours for each piece of work, the least and the most. */
const constants = {
  differs: [0.25, 1],
  fix: [0.05, 0.2],
  manual: [0.5, 4],
  blocked: [2, 16],
  untested: [0.5, 2],
} satisfies Readonly<Record<Work, readonly [number, number]>>;

/** @throws Error if the file is not one of constants */
export function readConstants(file: string | undefined): Readonly<Record<Work, readonly number[]>> {
  if (file === undefined) return constants;
  const own = new Map(Object.entries(JSON.parse(readFileSync(file, "utf8")) as object));
  for (const [name, range] of own) {
    const isRange =
      Array.isArray(range) &&
      range.length === 2 &&
      range.every((hours) => Number.isFinite(hours) && hours >= 0);
    if (!Object.hasOwn(constants, name) || !isRange || range[0] > range[1])
      throw new Error(
        `${file}: ${name} has to be one of ${Object.keys(constants).join(", ")}, with two numbers of hours.`,
      );
  }
  return { ...constants, ...(Object.fromEntries(own) as Partial<typeof constants>) };
}

/** Work that several operations share counts once. */
export function effortOf(
  operations: readonly ReportedOperation[],
  each: Readonly<Record<Work, readonly number[]>>,
): Effort {
  const causes: Record<Work, readonly string[]> = {
    // An error that comes from a decision is other work.
    differs: operations.flatMap(({ decisions, findings }) =>
      decisions.flatMap(({ id, file, line }) =>
        findings.some((one) => one.decision === id && one.line === line) ? [] : [`${id} ${file}:${line}`],
      ),
    ),
    ...causesOf(operations),
    untested: operations.flatMap(({ directory, method, path, risks }) =>
      risks.some(({ kind }) => kind === "untested") ? [`${directory} ${method} ${path}`] : [],
    ),
  };
  const lines = (Object.keys(constants) as Work[]).flatMap((work): readonly EffortLine[] => {
    const because = [...new Set(causes[work])];
    const hours = each[work].map((one) => round(one * because.length));
    return because.length === 0 ? [] : [{ work, count: because.length, each: each[work], hours, because }];
  });
  const sum = (index: number) => round(lines.reduce((all, { hours }) => all + (hours[index] ?? 0), 0));
  return { hours: [sum(0), sum(1)], lines };
}

const causesOf = (operations: readonly ReportedOperation[]) => {
  const of = (verdict: string) =>
    operations.flatMap(({ findings }) =>
      findings.flatMap((one) =>
        one.verdict === verdict ? [`${one.code} ${one.file ?? ""}:${one.line ?? ""}`] : [],
      ),
    );
  return { fix: of("fix"), manual: of("manual"), blocked: of("blocked") };
};

const round = (hours: number): number => Math.round(hours * 100) / 100;

/** The waves in which operations can move, as YAML: reads before writes, those that share little before the others. */
export function planOf(operations: readonly ReportedOperation[]): string {
  const isReady = ({ verdict }: ReportedOperation) => verdict === "as-is" || verdict === "differs";
  const users = new Map<string, number>();
  for (const { files } of operations) for (const file of files) users.set(file, (users.get(file) ?? 0) + 1);
  const isHub = ({ files }: ReportedOperation) => files.some((file) => (users.get(file) ?? 0) > 2);
  const writes = ({ method }: ReportedOperation) => writing.has(method) || method === "*";
  const ready = operations.filter(isReady);
  const waves: readonly (readonly [string, readonly ReportedOperation[]])[] = [
    ["reads", ready.filter((one) => !writes(one) && !isHub(one))],
    ["reads that share flows", ready.filter((one) => !writes(one) && isHub(one))],
    ["writes", ready.filter((one) => writes(one) && !isHub(one))],
    ["writes that share flows", ready.filter((one) => writes(one) && isHub(one))],
    ["after work on the flows", operations.filter((one) => !isReady(one))],
  ];
  const lines = waves.flatMap(([name, all]) =>
    all.length === 0
      ? []
      : [
          `  - name: ${name}`,
          "    operations:",
          // A string of JSON is one of YAML.
          ...all.map(
            ({ directory, method, path, verdict }) =>
              `      - { directory: ${JSON.stringify(directory)}, method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}, verdict: ${verdict} }`,
          ),
        ],
  );
  return [
    "# Waves of a move, written by flowc report.",
    "version: 1",
    lines.length === 0 ? "waves: []" : "waves:",
    ...lines,
    "",
  ].join("\n");
}
