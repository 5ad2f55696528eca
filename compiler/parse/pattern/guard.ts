import { accepted } from "../../../runtime/pattern/linear/linear.js";
import {
  formFor,
  type LinearForm,
  type PatternCost,
  type Use,
} from "../../../runtime/pattern/translate-pattern.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Span } from "../../source/source-text.js";

/** How a pattern is kept from taking too long. */
type Guard =
  | { readonly kind: "none" }
  /** Texts longer than `nativeLength` go to the linear engine. */
  | { readonly kind: "linear"; readonly form: LinearForm; readonly nativeLength: number }
  /** Texts longer than `longest` are refused. */
  | { readonly kind: "bounded"; readonly longest: number };

export function guardOf(cost: PatternCost, use: Use): Guard {
  const { nativeLength, boundedLength } = cost;
  if (nativeLength === Number.POSITIVE_INFINITY) return { kind: "none" };
  const form = accepted(formFor(cost, use));
  return form === undefined
    ? { kind: "bounded", longest: boundedLength }
    : { kind: "linear", form, nativeLength };
}

/** Reports a regular expression that is too slow for long texts. */
export function checkCost(cost: PatternCost, use: Use, span: Span, reporter: Reporter): void {
  const guard = guardOf(cost, use);
  if (guard.kind === "bounded") reporter.report(span, "explosivePattern", { longest: guard.longest });
}
