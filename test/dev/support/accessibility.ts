import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A page in other colours has the same structure, and one in another width the same colours. */
export type Looked = "everything" | "colours" | "structure";

const rules: Readonly<Record<Looked, object>> = {
  everything: {},
  colours: { runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] } },
  structure: { rules: { "color-contrast": { enabled: false } } },
};

/** Finds the faults that axe sees in the page as it is: WCAG 2.1 A and AA, and its best practices. */
export async function violationsOf(page: Page, looked: Looked = "everything"): Promise<readonly string[]> {
  await page.evaluate(axe);
  // Nobody reads the list of passed checks: to describe each element of them takes most of the time.
  const results = await page.evaluate(
    `axe.run(document, {
      resultTypes: ["violations"],
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
      ...${JSON.stringify(rules[looked])},
    })`,
  );
  return (results as AxeResults).violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary = "" }) => `${id}: ${html}\n${failureSummary}`),
  );
}

/** Resolves to true if the page is wider than its window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth");
