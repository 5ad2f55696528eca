import { handlerShareText } from "../../../compiler/generate/index.js";
import { verdicts } from "../../../compiler/move/assess.js";
import { table } from "../../shared/table.js";
import { escapedMarkup as escaped } from "../../shared/visible-lines.js";
import type { Report, ReportedOperation } from "./report.js";

export type Format = "text" | "json" | "html" | "md" | "csv" | "sarif";

const head = ["Verdict", "Method", "Path", "Requests", "Because of", "Risks"];

function rowsOf({ operations }: Report): readonly (readonly string[])[] {
  const areSeveral = new Set(operations.map(({ directory }) => directory)).size > 1;
  return operations.map((operation) => [
    operation.verdict,
    operation.method === "*" ? "any" : operation.method,
    areSeveral ? `${operation.directory} ${operation.path}` : operation.path,
    `${operation.requests ?? ""}`,
    causeOf(operation),
    [...new Set(operation.risks.map(({ kind }) => kind))].filter((kind) => kind !== "environment").join(" "),
  ]);
}

function causeOf({ verdict, findings, decisions }: ReportedOperation): string {
  const worst = findings.find((one) => one.verdict === verdict);
  if (worst === undefined) return [...new Set(decisions.map(({ id }) => id))].join(" ");
  return `${worst.code}${worst.file === undefined ? "" : ` ${worst.file}:${worst.line}`}`;
}

/** Sentences about the whole. */
function sentences({ summary, traffic, effort, progress, operations, elsewhere }: Report): readonly string[] {
  const share = handlerShareText(operations.map(({ answeredBy }) => answeredBy ?? undefined));
  const counts = verdicts.flatMap((verdict) => (summary[verdict] ? [`${summary[verdict]} ${verdict}`] : []));
  const shares = verdicts.flatMap((verdict) =>
    traffic?.share[verdict] ? [`${(traffic.share[verdict] * 100).toFixed(1)} % ${verdict}`] : [],
  );
  return [
    `Operations: ${counts.join(", ") || "none"}`,
    ...(share === undefined ? [] : [share]),
    ...(traffic === undefined
      ? []
      : [
          `Requests: ${traffic.requests}: ${shares.join(", ") || "none of them of an operation"}; ${traffic.unmatched} of no operation; ${traffic.unreadable} lines are unreadable`,
        ]),
    ...effort.lines.map(
      ({ work, count, each, hours }) =>
        `Effort: ${count} × ${work} × ${each.join("–")} h = ${hours.join("–")} h`,
    ),
    `Effort: ${effort.hours.join("–")} h in all`,
    ...elsewhere.map(
      ({ kind, message, file, line }) =>
        `Elsewhere: ${plain(`${kind} ${file ?? ""}:${line ?? ""} ${message}`)}`,
    ),
    ...(progress === undefined
      ? []
      : [
          `Since the baseline: ${progress.better.length} better, ${progress.worse.length} worse, ${progress.added.length} new, ${progress.gone.length} gone`,
        ]),
  ];
}

export function textOf(report: Report): string {
  const rows = [head, ...rowsOf(report)].map((row) => row.map(plain));
  return `${table(rows)}\n${sentences(report).join("\n")}\n`;
}

/** Without characters that move a terminal's cursor. */
const plain = (text: string): string => text.replace(/\p{C}/gu, "\ufffd");

export function csvOf(report: Report): string {
  return [head, ...rowsOf(report)].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}

/** A text (RFC 4180) that no spreadsheet takes for a formula. */
const csvCell = (text: string): string =>
  `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

export function markdownOf(report: Report): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => escaped(plain(cell)).replace(/[|\\`*_[\]~]/g, "\\$&")).join(" | ")} |`;
  const lines = [line(head), `|${"---|".repeat(head.length)}`, ...rowsOf(report).map(line)];
  return `# Report of the move\n\n${sentences(report)
    .map((one) => `- ${escaped(one)}\n`)
    .join("")}\n${lines.join("\n")}\n`;
}

/** One page that loads nothing and runs no script. */
export function htmlOf(report: Report): string {
  const all = rowsOf(report);
  const rows = report.operations.map((operation, index) => {
    const cells = (all[index] ?? []).map((cell) => `<td>${escaped(plain(cell))}</td>`).join("");
    const details = [
      ...operation.findings.map(
        ({ code, message, file, line }) => `${code} ${file ?? ""}:${line ?? ""} ${message}`,
      ),
      ...operation.decisions.map(({ id, title, file, line }) => `${id} ${file}:${line} ${title}`),
      ...operation.risks.map(
        ({ kind, message, file, line }) => `${kind} ${file ?? ""}:${line ?? ""} ${message}`,
      ),
    ].map((one) => `<li>${escaped(plain(one))}</li>`);
    const more =
      details.length === 0
        ? ""
        : `<details><summary>${details.length}</summary><ul>${details.join("")}</ul></details>`;
    return `<tr class="${operation.verdict}">${cells}<td>${more}</td></tr>`;
  });
  const effort = report.effort.lines.map(
    ({ work, because }) =>
      `<details><summary>${work}: ${because.length}</summary><ul>${because.map((one) => `<li>${escaped(plain(one))}</li>`).join("")}</ul></details>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Report of the move</title>
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<style>body{font:15px system-ui;margin:2rem}table{border-collapse:collapse}td,th{padding:.3rem .6rem;border-bottom:1px solid #ccc;text-align:left;vertical-align:top}.blocked td:first-child,.manual td:first-child{color:#b00020}.as-is td:first-child{color:#1b6e2c}</style>
</head><body><h1>Report of the move</h1>
<ul>${sentences(report)
    .map((one) => `<li>${escaped(one)}</li>`)
    .join("")}</ul>
<table><thead><tr>${[...head, "Details"].map((cell) => `<th>${cell}</th>`).join("")}</tr></thead><tbody>
${rows.join("\n")}
</tbody></table>
<h2>Effort</h2>
${effort.join("\n")}
</body></html>
`;
}
