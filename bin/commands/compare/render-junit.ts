import { junitCase, junitDocument, junitElement } from "../../shared/junit.js";
import { differenceText, placeText } from "./render-text.js";
import type { Report } from "./report.js";

/** A test case for each operation, in the form of JUnit. */
export function renderJunit({ operations, differences }: Report): string {
  let failures = 0;
  const cases = operations.map(({ method, path, compared }) => {
    const found = differences.filter((each) => each.path === path && ["*", each.method].includes(method));
    const name = `${method === "*" ? "any" : method} ${path}`;
    const head = { classname: "compare", name, assertions: compared };
    if (found.length === 0)
      return junitCase(
        head,
        ...(compared === 0 ? [junitElement("skipped", { message: "never compared" })] : []),
      );
    failures++;
    const lines = found.map((group) => `${placeText(group)}: ${differenceText(group)} (${group.count})`);
    return junitCase(head, junitElement("failure", { message: lines[0] ?? "" }, lines.join("\n")));
  });
  return junitDocument("compare", { tests: cases.length, failures, errors: 0 }, cases);
}
