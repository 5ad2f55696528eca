import { readFileSync } from "node:fs";
import { join } from "node:path";
import coverageLibrary, { type FileCoverageData } from "istanbul-lib-coverage";
import { createContext } from "istanbul-lib-report";
import { create } from "istanbul-reports";
import type { FileCoverage } from "../../shared/testing/coverage/coverage.js";

const { createCoverageMap } = coverageLibrary;

/** Writes coverage for other tools, `lcov.info`, and for people, as HTML. */
export function writeReports(files: readonly FileCoverage[], directory: string, output: string): void {
  const map = createCoverageMap(
    Object.fromEntries(files.map((file) => [join(directory, file.path), istanbulData(file, directory)])),
  );
  const context = createContext({
    dir: output,
    coverageMap: map,
    sourceFinder: (path) => readFileSync(path, "utf8"),
  });
  for (const kind of ["lcovonly", "html"] as const) create(kind).execute(context);
}

/**
 * In the terms of Istanbul, a line with code is a statement, so that all reports count the same lines; and a flow is a
 * function.
 */
function istanbulData({ path, lines, actions, branches }: FileCoverage, directory: string): FileCoverageData {
  const first = Math.max(0, ...lines.values());
  const data: FileCoverageData = {
    path: join(directory, path),
    statementMap: {},
    s: {},
    fnMap: { 0: { name: path, decl: range(1, 1), loc: range(1, 1), line: 1 } },
    f: { 0: first },
    branchMap: {},
    b: {},
  };
  const columns = new Map(actions.map(({ line, column }) => [line, column]));
  [...lines].forEach(([line, count], index) => {
    data.statementMap[index] = range(line, columns.get(line) ?? 1);
    data.s[index] = count;
  });
  branches.forEach(({ line, column, kind, ways }, index) => {
    const loc = range(line, column);
    data.branchMap[index] = { loc, type: kind, locations: ways.map(() => loc), line };
    data.b[index] = [...ways];
  });
  return data;
}

/** From a place to the end of its line, in Istanbul's counting of columns from 0. */
const range = (line: number, column: number) => ({
  start: { line, column: column - 1 },
  end: { line, column: Number.POSITIVE_INFINITY },
});
