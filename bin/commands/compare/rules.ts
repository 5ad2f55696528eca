import { readFileSync } from "node:fs";
import { visible } from "../../../compiler/diagnostics/render.js";
import type { Trace } from "../../../runtime/observe/trace/format.js";
import type { RecordedExchange } from "../../../runtime/observe/trace/recording.js";
import { parsedJson } from "../../shared/values.js";
import type { Difference, Explanation } from "./difference.js";

/** A rule of a file: differences that somebody has agreed to, for a while. */
interface Rule {
  /** `GET /orders/*`; `undefined` for all operations. */
  readonly operation?: string;
  /** What it is about: one of these. */
  readonly member?: string;
  readonly field?: string;
  readonly status?: string;
  readonly upstream?: string;
  /** What it accepts: one of these. */
  readonly ignore?: true;
  readonly present?: true;
  readonly type?: true;
  readonly set?: true;
  readonly pattern?: string;
  readonly number?: number;
  /** Seconds. */
  readonly time?: number;
  readonly reason: string;
  /** The last day: `2027-03-31`. */
  readonly until: string;
}

const subjects = ["member", "field", "status", "upstream"] as const;
const accepted = ["ignore", "present", "type", "set", "pattern", "number", "time"] as const;

export interface RuleState {
  readonly rule: Rule;
  readonly state: "used" | "unused" | "expired";
  /** How many differences it explains. */
  readonly count: number;
}

export interface Explained {
  readonly explanation: Explanation | undefined;
  readonly reason?: string;
}

/** Explains differences, beside those that are noise. */
export class Rules {
  readonly #counts = new Map<Rule, number>();

  constructor(
    private readonly rules: readonly Rule[],
    /** Today, as `until` is written. */
    private readonly today: string,
    private readonly decide: Decide = () => undefined,
  ) {}

  explain(
    difference: Difference,
    operation: { readonly method: string; readonly path: string },
    exchange: RecordedExchange,
    trace: Trace | undefined,
  ): Explained {
    const rule = this.rules.find(
      (each) => each.until >= this.today && isAbout(each, difference, operation) && accepts(each, difference),
    );
    if (rule !== undefined) {
      this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + 1);
      return { explanation: "rule", reason: rule.reason };
    }
    const decision = this.decide(difference, exchange, trace);
    return decision === undefined
      ? { explanation: undefined }
      : { explanation: "decision", reason: decision };
  }

  states(): readonly RuleState[] {
    return this.rules.map((rule) => {
      const count = this.#counts.get(rule) ?? 0;
      return { rule, count, state: rule.until < this.today ? "expired" : count === 0 ? "unused" : "used" };
    });
  }
}

/** The identifier of the decision that explains a difference. */
export type Decide = (
  difference: Difference,
  exchange: RecordedExchange,
  trace: Trace | undefined,
) => string | undefined;

/** @throws Error that says what is wrong with the file */
export function readRules(file: string | undefined, decide?: Decide): Rules {
  const today = new Date().toISOString().slice(0, 10);
  if (file === undefined) return new Rules([], today, decide);
  const found = parsed(file);
  const list = Array.isArray(found) ? found : (found as { readonly rules?: unknown } | null)?.rules;
  if (!Array.isArray(list)) throw new Error(`${file} is no list of rules.`);
  for (const [index, rule] of list.entries()) {
    const problem = problemOf(rule);
    if (problem !== undefined) throw new Error(`${file}: rule ${index + 1} ${problem}.`);
  }
  return new Rules(list as Rule[], today, decide);
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`${file} is no JSON: ${visible(error.message)}`);
    throw error;
  }
}

function problemOf(rule: unknown): string | undefined {
  if (typeof rule !== "object" || rule === null) return "is no object";
  const { operation, reason, until, ...rest } = rule as Record<string, unknown>;
  const names = Object.keys(rest);
  const unknown = names.find((name) => ![...subjects, ...accepted].includes(name as "member"));
  if (unknown !== undefined) return `has an unknown member ${visible(unknown)}`;
  if (names.filter((name) => subjects.includes(name as "member")).length !== 1)
    return `needs one of ${subjects.join(", ")}`;
  if (names.filter((name) => accepted.includes(name as "ignore")).length !== 1)
    return `needs one of ${accepted.join(", ")}`;
  if (typeof reason !== "string" || reason.trim() === "") return "needs a reason";
  if (typeof until !== "string" || !/^\d{4}-\d\d-\d\d$/.test(until))
    return "needs an end date, such as 2027-03-31, in until";
  const texts = [operation ?? "", ...[...subjects, "pattern" as const].map((name) => rest[name] ?? "")];
  if (texts.some((text) => typeof text !== "string")) return "has a value that is no text";
  const numbers = [rest.number ?? 0, rest.time ?? 0];
  if (numbers.some((number) => typeof number !== "number" || number < 0))
    return "has a value that is no number";
  if (rest.pattern !== undefined && !isPattern(String(rest.pattern)))
    return "has a pattern that cannot be used";
  return undefined;
}

function isPattern(text: string): boolean {
  try {
    matches(text, "");
    return true;
  } catch {
    return false;
  }
}

/** Texts are short: values are cut where reports show them. */
const matches = (pattern: string, text: string): boolean => new RegExp(pattern, "u").test(text);

function isAbout(
  rule: Rule,
  { class: kind, what }: Difference,
  { method, path }: { readonly method: string; readonly path: string },
): boolean {
  if (rule.operation !== undefined && !isLike(rule.operation, `${method} ${path}`)) return false;
  if (rule.status !== undefined) return ["status", "old-failed", "new-failed"].includes(kind);
  if (rule.field !== undefined) return kind === "field" && isLike(rule.field.toLowerCase(), what);
  if (rule.upstream !== undefined) return kind.startsWith("upstream-") && isLike(rule.upstream, what);
  return kind.startsWith("body-") && isLike(rule.member ?? "", what);
}

/** `*` stands for anything. */
const isLike = (pattern: string, text: string): boolean =>
  pattern === "*" ||
  matches(`^${pattern.replace(/[.+?^${}()|[\]\\/]/g, "\\$&").replaceAll("*", ".*")}$`, text);

function accepts(rule: Rule, { class: kind, was, is }: Difference): boolean {
  if (rule.ignore || (rule.status !== undefined && rule.status === `${was} to ${is}`)) return true;
  if (rule.present) return was !== "" && is !== "";
  if (rule.type) return typeOf(was) === typeOf(is);
  if (rule.set) return kind === "body-member-order";
  if (rule.pattern !== undefined)
    return matches(rule.pattern, plain(was)) && matches(rule.pattern, plain(is));
  if (rule.number !== undefined) return Math.abs(Number(plain(was)) - Number(plain(is))) <= rule.number;
  return rule.time !== undefined && Math.abs(seconds(was) - seconds(is)) <= rule.time;
}

function typeOf(text: string): string {
  const value = parsedJson(text);
  return value === undefined ? "string" : typeof value;
}

/** A value without the quotes of JSON. */
function plain(shown: string): string {
  const value = parsedJson(shown);
  return typeof value === "string" ? value : shown;
}

/** A moment in seconds; a number is one of them already. */
function seconds(shown: string): number {
  const text = plain(shown);
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : Date.parse(text) / 1000;
}
