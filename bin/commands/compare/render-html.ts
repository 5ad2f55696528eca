import { escapedMarkup as text } from "../../shared/visible-lines.js";
import { differenceText, never, placeText, staleRules } from "./render-text.js";
import { type DifferenceGroup, type OperationReport, type Report, traceKey } from "./report.js";

const style = `
:root { color-scheme: light dark; --line: #8886; --was: #c0392b18; --is: #1e824c18; --warn: #d3540018 }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 80rem; padding: 1rem }
h1, h2, h3 { line-height: 1.25 }
h3 { font-size: 1.05rem; margin: 0 0 .25rem; overflow-wrap: anywhere }
p, ul { margin: .25rem 0 }
article { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0; padding: .75rem 1rem }
.pair { display: grid; gap: .5rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); margin: .5rem 0 }
figure { margin: 0; min-width: 0 }
figcaption { font-size: .85rem; font-weight: 600 }
pre { margin: 0; overflow-wrap: anywhere; padding: .5rem; white-space: pre-wrap }
.was pre { background: var(--was) }
.is pre { background: var(--is) }
.warn { background: var(--warn); border-radius: .5rem; padding: .5rem 1rem }
.facts { opacity: .8; overflow-wrap: anywhere }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100% }
td, th { border-bottom: 1px solid var(--line); padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top }
td:first-child { min-width: 12rem; overflow-wrap: anywhere }
td:last-child { min-width: 10rem; overflow-wrap: anywhere }
.trace { border: 1px solid var(--line); font-size: .85rem }
.trace:target { outline: 2px solid }
`;

/**
 * The report in one file that opens without network, with both sides of a sample of each difference.
 * @param traces of samples, by their keys: lines without secrets
 */
export function renderHtml(report: Report, traces: ReadonlyMap<string, readonly string[]>): string {
  const { compared, sameBytes, sameMeaning, different, differences, explained, operations, skipped } = report;
  const numbers = new Map([...traces.keys()].map((key, index) => [key, index + 1]));
  const sorted = [...operations].sort((a, b) => Number(a.compared > 0) - Number(b.compared > 0));
  const nothing = sorted.filter((each) => each.compared === 0);
  const notes = [
    ...skipped.map(({ reason, count }) => `${count} not compared: ${reason}`),
    ...staleRules(report),
  ];
  const head =
    compared === 0
      ? "Nothing was compared"
      : different === 0
        ? "No difference"
        : `${different} of ${compared} requests are answered differently`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>flowc compare</title>
<style>${style}</style>
<h1>${head}</h1>
<p>${compared} compared: ${sameBytes} with the same bytes, ${sameMeaning} with the same meaning, ${different} different.
${list(notes)}
${nothing.length === 0 ? "" : `<section class="warn"><h2>Operations with nothing compared</h2>${list(nothing.map(nameOf))}</section>`}
${section("Differences", differences, numbers)}
${explained.length === 0 ? "" : `<details><summary>${explained.length} explained</summary>${section("Explained", explained, numbers)}</details>`}
<h2>Operations</h2>
<div class="wide"><table><tr><th>Operation<th>Compared<th>Different<th>Unseen at most<th>Never compared
${sorted.map(row).join("\n")}
</table></div>
${traces.size === 0 ? "" : "<h2>Traces</h2>"}
${[...traces].map(([key, lines]) => trace(numbers.get(key), lines)).join("\n")}
</html>
`;
}

const list = (lines: readonly string[]): string =>
  lines.length === 0 ? "" : `<ul>${lines.map((line) => `<li>${text(line)}`).join("")}</ul>`;

const nameOf = ({ method, path }: OperationReport): string => `${method === "*" ? "any" : method} ${path}`;

function row(operation: OperationReport): string {
  const { compared, different, bound, branches } = operation;
  const most = compared === 0 ? "" : `${(bound * 100).toFixed(2)} %`;
  const left = compared === 0 ? "all" : never(branches);
  return `<tr><td>${text(nameOf(operation))}<td>${compared}<td>${different}<td>${most}<td>${text(left)}`;
}

function section(
  title: string,
  groups: readonly DifferenceGroup[],
  numbers: ReadonlyMap<string, number>,
): string {
  if (groups.length === 0) return "";
  return `<h2>${title}</h2>\n${groups.map((group) => article(group, numbers)).join("\n")}`;
}

function article(group: DifferenceGroup, numbers: ReadonlyMap<string, number>): string {
  const { method, path, sample, count, reason, decision, perhaps = [] } = group;
  const number = numbers.get(traceKey(sample));
  const facts = [
    placeText(group),
    `${method} ${path}`,
    [decision ?? group.class, reason].filter(Boolean).join(" "),
    ...perhaps.map((id) => `perhaps ${id}`),
    `${count} request${count === 1 ? "" : "s"}, such as ${sample.target}`,
  ];
  const link = number === undefined ? "" : ` · <a href="#trace-${number}">trace</a>`;
  return `<article><h3>${text(differenceText(group))}</h3>
<p class="facts">${facts.filter(Boolean).map(text).join(" · ")}${link}
<div class="pair">${side("was", "Was", sample.was)}${side("is", "Is", sample.is)}</div></article>`;
}

const side = (name: string, title: string, value: string): string =>
  `<figure class="${name}"><figcaption>${title}</figcaption><pre>${value === "" ? "—" : text(value)}</pre></figure>`;

const trace = (number: number | undefined, [head = "", ...lines]: readonly string[]): string =>
  `<h3>${text(head)}</h3>\n<pre class="trace" id="trace-${number}">${text(lines.join("\n"))}</pre>`;
