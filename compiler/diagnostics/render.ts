import { withoutTrailing } from "../../runtime/base/percent-decode.js";
import { pushAll } from "../../runtime/base/push-all.js";
import type { SourceText, Span } from "../source/source-text.js";
import type { Diagnostic } from "./reporter.js";

/** The part of a diagnostic that is shown. */
export type Finding = Omit<Diagnostic, "name" | "fix"> & Partial<Pick<Diagnostic, "fix">>;

interface RenderOptions {
  /** The flow directory as the user wrote it. Paths begin with it, so that editors and people find the files. */
  readonly directory: string;
  readonly colour: boolean;
}

/**
 * Renders findings as text: `flows/users.xml:12:9 error FLOW2003 …` and a code frame for each, and a summary.
 * Returns an empty text if there are none.
 */
export function renderText(findings: readonly Finding[], { directory, colour }: RenderOptions): string {
  if (findings.length === 0) return "";
  const paint = painter(colour);
  const blocks = findings.map(({ severity, code, message, hint, span }) => {
    const place = span === undefined ? "" : `${placeOf(span, directory)} `;
    const tone = severity === "error" ? "red" : "yellow";
    const rows = [`${paint("bold", place)}${paint(tone, severity)} ${code} ${visible(message)}`];
    if (span !== undefined)
      pushAll(
        rows,
        codeFrame(span, (text) => paint(tone, text)),
      );
    if (hint !== undefined) rows.push(`${paint("cyan", "hint:")} ${visible(hint)}`);
    return `${rows.join("\n")}\n\n`;
  });
  return `${blocks.join("")}${summary(findings)}\n`;
}

/**
 * Renders all findings as one JSON document. Lines and columns count from 1; columns count UTF-16 units;
 * `endColumn` is exclusive.
 */
export function renderJson(
  findings: readonly Finding[],
  { directory }: Pick<RenderOptions, "directory">,
): string {
  const diagnostics = findings.map(({ code, severity, message, hint, span, fix }) => {
    const start = span?.source.place(span.start);
    const end = span?.source.place(span.end);
    return {
      code,
      severity,
      message,
      ...(hint === undefined ? {} : { hint }),
      ...(span === undefined ? {} : { file: below(directory, span.source.path) }),
      ...(start === undefined ? {} : { line: start.line, column: start.column }),
      ...(end === undefined ? {} : { endLine: end.line, endColumn: end.column }),
      ...(fix === undefined ? {} : { fix: { ...rangeOf(fix.span), text: fix.text } }),
    };
  });
  const version = 1;
  return `${JSON.stringify({ version, diagnostics, errors: count(findings, "error"), warnings: count(findings, "warning") })}\n`;
}

/** The lines and columns of a span, as the JSON form counts them. */
export function rangeOf({ source, start, end }: Span) {
  const [from, to] = [source.place(start), source.place(end)];
  return { line: from.line, column: from.column, endLine: to.line, endColumn: to.column };
}

/** Joins a directory and a path in it, with `/`. An overlay may lie outside: `../x.yaml` of `flows` is `x.yaml`. */
export function below(directory: string, path: string): string {
  const start = withoutTrailing(directory.replaceAll("\\", "/"), "/");
  const last = start.slice(start.lastIndexOf("/") + 1);
  if (path.startsWith("../") && !["", ".", ".."].includes(last))
    return below(start.slice(0, start.length - last.length), path.slice("../".length));
  return start === "" && !/^[\\/]/.test(directory) ? path : `${start}/${path}`;
}

export function placeOf({ source, start }: Span, directory: string): string {
  const { line, column } = source.place(start);
  return `${visible(below(directory, source.path))}:${line}:${column}`;
}

function summary(findings: readonly Finding[]): string {
  const parts = (["error", "warning"] as const).flatMap((severity) => {
    const number = count(findings, severity);
    return number === 0 ? [] : [`${number} ${severity}${number === 1 ? "" : "s"}`];
  });
  return parts.join(", ");
}

function count(findings: readonly Finding[], severity: Finding["severity"]) {
  return findings.filter((finding) => finding.severity === severity).length;
}

/**
 * The lines of a code frame: the line before, the line itself, and marks under the span. If the span has
 * several lines, the marks reach to the end of the first.
 */
export function codeFrame({ source, start, end }: Span, paintMark: (text: string) => string): string[] {
  const { line, column } = source.place(start);
  const gutter = String(line).length;
  const row = (number: number | undefined, content: string) =>
    `  ${String(number ?? "").padStart(gutter)} |${content === "" ? "" : ` ${content}`}`;
  const text = source.line(line);
  const from = Math.min(column - 1, text.length);
  const to = Math.max(from + 1, Math.min(from + (end - start), text.length));
  const shown = cut(text, from);
  const before = visible(text.slice(shown.start, from)).replace(/[^\t]/g, " ");
  const mark = "^".repeat(Math.max(1, Math.min(to, shown.end) - from));
  const indent = " ".repeat(shown.prefix.length) + before;
  return [
    ...(line > 1 ? [row(line - 1, head(source, line - 1))] : []),
    row(line, shown.prefix + visible(text.slice(shown.start, shown.end)) + shown.suffix),
    `${row(undefined, `${indent}${paintMark(mark)}`)}`,
  ];
}

const maxColumns = 120;
/** The columns that stay to the left of the mark when a line is cut. */
const leftColumns = 40;

interface Cut {
  readonly start: number;
  readonly end: number;
  readonly prefix: string;
  readonly suffix: string;
}

/** The part of a long line around an offset. */
function cut(text: string, at: number): Cut {
  if (text.length <= maxColumns) return { start: 0, end: text.length, prefix: "", suffix: "" };
  const first = Math.max(0, Math.min(at - leftColumns, text.length - maxColumns));
  const start = boundary(text, first);
  const end = boundary(text, Math.min(text.length, first + maxColumns));
  return { start, end, prefix: start > 0 ? "…" : "", suffix: end < text.length ? "…" : "" };
}

/** The nearest offset that is not between the halves of a surrogate pair. */
function boundary(text: string, at: number) {
  return /^[\udc00-\udfff]/.test(text.slice(at, at + 1)) ? at - 1 : at;
}

function head(source: SourceText, line: number): string {
  const text = source.line(line);
  const { end, suffix } = cut(text, 0);
  return visible(text.slice(0, end)) + suffix;
}

/**
 * Replaces characters that could move a terminal's cursor or change the direction of text. They can come from
 * files and from requests.
 */
export function visible(text: string): string {
  return text.replace(/[^\P{C}\t]/gu, (character) => "\ufffd".repeat(character.length));
}

const colours = { bold: 1, red: 31, yellow: 33, cyan: 36 } as const;

function painter(colour: boolean) {
  return (name: keyof typeof colours, text: string): string =>
    colour && text !== "" ? `\u001b[${colours[name]}m${text}\u001b[0m` : text;
}
