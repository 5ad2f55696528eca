import { escapedMarkup as text } from "../../shared/visible-lines.js";
import { differenceText, placeText, staleRules } from "./render-text.js";
import type { DifferenceGroup, Report } from "./report.js";

/** The report in one file that opens without network, with both sides of a sample of each difference. */
export function renderHtml(report: Report): string {
  const { compared, sameBytes, sameMeaning, different, differences, explained, operations, skipped } = report;
  const rows = operations.map(
    ({ method, path, compared: each, different: found, bound, branches }) =>
      `<tr><td>${text(`${method} ${path}`)}<td>${each}<td>${found}<td>${each === 0 ? "" : `${(bound * 100).toFixed(2)} %`}<td>${text(
        branches
          .filter((branch) => branch.compared === 0)
          .map(({ file, line, name }) => `${file}:${line} ${name}`)
          .join(", "),
      )}`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>flowc compare</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color-scheme: light dark; }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid #8888; padding: .25rem .5rem; text-align: left; vertical-align: top; overflow-wrap: anywhere }
pre { margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
</style>
<h1>${different === 0 ? "No difference" : `${different} requests are answered differently`}</h1>
<p>${compared} compared: ${sameBytes} with the same bytes, ${sameMeaning} with the same meaning, ${different} different.
${skipped.map(({ reason, count }) => `<br>${count} not compared: ${text(reason)}`).join("")}
${staleRules(report)
  .map((each) => `<br>${text(each)}`)
  .join("")}
${section("Differences", differences)}
${section("Explained", explained)}
<h2>Operations</h2>
<table><tr><th>Operation<th>Compared<th>Different<th>Unseen at most<th>Never compared
${rows.join("\n")}
</table>
</html>
`;
}

function section(title: string, groups: readonly DifferenceGroup[]): string {
  if (groups.length === 0) return "";
  const rows = groups.map((group) => {
    const { method, path, sample, count, reason } = group;
    return `<tr><td>${text(placeText(group))}<td>${text(differenceText(group))}${reason === undefined ? "" : `<br>${text(reason)}`}<br>${text(`${method} ${path}`)}<td>${text([group.decision ?? group.class, ...(group.perhaps ?? []).map((id) => `perhaps ${id}`)].join(", "))}<td>${count}<td><pre>${text(sample.was)}</pre><td><pre>${text(sample.is)}</pre><td>${text(sample.target)}`;
  });
  return `<h2>${title}</h2>
<table><tr><th>Place<th>Difference<th>Class<th>Requests<th>Was<th>Is<th>Such as
${rows.join("\n")}
</table>`;
}
