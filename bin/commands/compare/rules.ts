import { readFileSync } from "node:fs";
import { z } from "zod";
import { visible } from "../../../compiler/diagnostics/index.js";
import type { Difference, Explanation } from "../../recording/differences/difference.js";
import { memberOf, parsedJson } from "../../shared/values.js";

const subjects = ["member", "field", "status", "upstream"] as const;
const accepted = ["ignore", "present", "type", "set", "pattern", "number", "time"] as const;

const text = z.string("is no text").optional();
const flag = z.literal(true).optional();

/** A rule of a file: differences that somebody has agreed to, for a while. */
const ruleSchema = z
  .strictObject({
    /** `GET /orders/*`; `undefined` for all operations. */
    operation: text,
    // The subject of the rule: one of these.
    ...{ member: text, field: text, status: text, upstream: text },
    // The difference that the rule accepts: one of these. Times are in seconds.
    ...{ ignore: flag, present: flag, type: flag, set: flag },
    pattern: text.refine((pattern) => pattern === undefined || isPattern(pattern), "cannot be used"),
    ...{ number: z.number().min(0).optional(), time: z.number().min(0).optional() },
    reason: z.string("is needed").trim().min(1, "is needed"),
    /** The last day. */
    until: z.string("is needed").regex(/^\d{4}-\d\d-\d\d$/, "has to be a date, such as 2027-03-31"),
  })
  .refine((rule) => isOneOf(rule, subjects), `needs one of ${subjects.join(", ")}`)
  .refine((rule) => isOneOf(rule, accepted), `needs one of ${accepted.join(", ")}`);

type Rule = z.infer<typeof ruleSchema>;

const isOneOf = (rule: object, names: readonly string[]): boolean =>
  names.filter((name) => memberOf(rule, name) !== undefined).length === 1;

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
  ) {}

  explain(difference: Difference, operation: { readonly method: string; readonly path: string }): Explained {
    const rule = this.rules.find(
      (each) => each.until >= this.today && isAbout(each, difference, operation) && accepts(each, difference),
    );
    if (rule === undefined) return { explanation: undefined };
    this.#counts.set(rule, (this.#counts.get(rule) ?? 0) + 1);
    return { explanation: "rule", reason: rule.reason };
  }

  states(): readonly RuleState[] {
    return this.rules.map((rule) => {
      const count = this.#counts.get(rule) ?? 0;
      return { rule, count, state: rule.until < this.today ? "expired" : count === 0 ? "unused" : "used" };
    });
  }
}

/** @throws Error that says what is wrong with the file */
export function readRules(file: string | undefined): Rules {
  const today = new Date().toISOString().slice(0, 10);
  if (file === undefined) return new Rules([], today);
  const found = parsedJson(readFileSync(file, "utf8"));
  const list = Array.isArray(found) ? found : memberOf(found, "rules");
  if (!Array.isArray(list)) throw new Error(`${file} is no list of rules in JSON.`);
  const rules = list.map((each: unknown, index): Rule => {
    const { data, error } = ruleSchema.safeParse(each);
    if (data !== undefined) return data;
    const { path, message } = error.issues[0] ?? { path: [], message: "is wrong" };
    throw new Error(`${file}: rule ${index + 1}: ${visible([...path, message].join(" "))}.`);
  });
  return new Rules(rules, today);
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
  { class: kind, what, was, is }: Difference,
  { method, path }: { readonly method: string; readonly path: string },
): boolean {
  if (rule.operation !== undefined && !isLike(rule.operation, `${method} ${path}`)) return false;
  if (rule.status !== undefined)
    return ["status", "old-failed", "new-failed"].includes(kind) && isLike(rule.status, `${was} to ${is}`);
  if (rule.field !== undefined) return kind === "field" && isLike(rule.field.toLowerCase(), what);
  if (rule.upstream !== undefined) return kind.startsWith("upstream-") && isLike(rule.upstream, what);
  return kind.startsWith("body-") && isLike(rule.member ?? "", what);
}

/** `*` stands for anything. */
const isLike = (pattern: string, text: string): boolean =>
  pattern === "*" ||
  matches(`^${pattern.replace(/[.+?^${}()|[\]\\/]/g, "\\$&").replaceAll("*", ".*")}$`, text);

function accepts(rule: Rule, { class: kind, was, is }: Difference): boolean {
  if (rule.ignore) return true;
  if (was === "" || is === "") return false; // one side has none
  if (rule.present) return true;
  if (rule.type) return typeOf(was) === typeOf(is);
  if (rule.set) return kind === "body-member-order";
  if (rule.pattern !== undefined)
    return matches(rule.pattern, plain(was)) && matches(rule.pattern, plain(is));
  if (rule.number !== undefined) return Math.abs(Number(plain(was)) - Number(plain(is))) <= rule.number;
  return rule.time !== undefined && Math.abs(seconds(was) - seconds(is)) <= rule.time;
}

function typeOf(text: string): string {
  const value = parsedJson(text);
  if (value === undefined) return "string";
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
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
