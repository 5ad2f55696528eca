import { table } from "../../table.js";
import type { FileCoverage } from "./coverage.js";

/** How many things there are of a kind, and how many of them ran. */
export interface Share {
  readonly covered: number;
  readonly all: number;
}

interface Shares {
  readonly lines: Share;
  readonly branches: Share;
  readonly actions: Share;
}

/** Returns the covered shares of some files together. */
export function sharesOf(files: readonly FileCoverage[]): Shares {
  return {
    lines: share(files.flatMap(({ lines }) => [...lines.values()])),
    branches: share(files.flatMap(({ branches }) => branches.flatMap(({ ways }) => ways))),
    actions: share(files.flatMap(({ actions }) => actions.map(({ count }) => count))),
  };
}

const share = (counts: readonly number[]): Share => ({
  covered: counts.filter((count) => count > 0).length,
  all: counts.length,
});

/** In percent, rounded down so that 100 is all; there is nothing to cover where there is nothing. */
export const percent = ({ covered, all }: Share): number =>
  all === 0 ? 100 : Math.floor((covered / all) * 1000) / 10;

/** A line for each flow, and one for all. */
export function coverageTable(files: readonly FileCoverage[]): string {
  const rows = [
    ["Flow", "Lines", "Branches", "Actions", "Lines not run"],
    ...files.map((file) => row(file.path, [file], missing(file))),
    row("All flows", files, ""),
  ];
  return table(rows, new Set([1, 2, 3]));
}

function row(name: string, files: readonly FileCoverage[], lines: string): readonly string[] {
  const { lines: ofLines, branches, actions } = sharesOf(files);
  return [name, ...[ofLines, branches, actions].map((each) => `${percent(each)} %`), lines];
}

/** The numbers of the lines that no test ran: `3-5, 9`. */
function missing({ lines }: FileCoverage): string {
  const ranges: [number, number][] = [];
  let isOpen = false;
  for (const [line, count] of lines) {
    if (count > 0) isOpen = false;
    else if (isOpen) (ranges.at(-1) as [number, number])[1] = line;
    else {
      ranges.push([line, line]);
      isOpen = true;
    }
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(", ");
}
