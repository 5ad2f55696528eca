import { attributes, escapedLines } from "../test/report-junit.js";
import { differenceText, placeText } from "./render-text.js";
import type { Report } from "./report.js";

/** A test case for each operation, in the form of JUnit. */
export function renderJunit({ operations, differences }: Report): string {
  const cases = operations.map(({ method, path, compared }) => {
    const found = differences.filter((each) => each.path === path && ["*", each.method].includes(method));
    const head = attributes({
      classname: "compare",
      name: `${method === "*" ? "any" : method} ${path}`,
      assertions: compared,
    });
    if (compared === 0 && found.length === 0)
      return `    <testcase ${head}>\n      <skipped message="never compared"/>\n    </testcase>\n`;
    if (found.length === 0) return `    <testcase ${head}/>\n`;
    const lines = found.map((group) => `${placeText(group)}: ${differenceText(group)} (${group.count})`);
    const failure = `<failure ${attributes({ message: lines[0] ?? "" })}>${escapedLines(lines.join("\n"))}</failure>`;
    return `    <testcase ${head}>\n      ${failure}\n    </testcase>\n`;
  });
  const failures = cases.filter((each) => each.includes("<failure ")).length;
  const counts = attributes({ tests: cases.length, failures, errors: 0 });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counts}>\n  <testsuite ${attributes({ name: "compare" })} ${counts}>\n${cases.join("")}  </testsuite>\n</testsuites>\n`;
}
