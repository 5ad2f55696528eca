import type { Difference } from "../../recording/differences/difference.js";
import { momentOf, partsOf } from "../../recording/differences/forms.js";
import { parsedJson } from "../../shared/values.js";

/** Characters that are looked at. */
const maxLooked = 10_000;

/**
 * A text that is the same for differences that look like those of one cause, as far as two values tell. Where two causes
 * make a difference at one member, neither hides the other.
 */
export function natureOf({ class: kind, was, is, whole }: Difference): string {
  if (kind === "status" || kind.endsWith("-failed")) return `${was} to ${is}`;
  if (kind === "body-member-order" || kind === "body-member-length") return "";
  const [before, now] = whole === undefined ? [was, is] : [whole.was, whole.is];
  if (before === undefined || now === undefined) return `${typeof before} to ${typeof now}`;
  if (typeof before !== typeof now || before === null || now === null)
    return `${typeOf(before)} to ${typeOf(now)}`;
  if (typeof before === "string" && typeof now === "string")
    return ofTexts(before.slice(0, maxLooked), now.slice(0, maxLooked));
  if (typeof before === "boolean") return `${before} to ${now}`;
  return typeof before === "object" ? "" : ofNumbers(Number(before), Number(now));
}

const typeOf = (value: unknown): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : typeof value;

function ofTexts(before: string, now: string): string {
  if (before === "" || now === "") return before === "" ? "filled" : "emptied";
  if (before.toLowerCase() === now.toLowerCase()) return "case";
  const isSame = (form: RegExp): boolean => before.replace(form, "") === now.replace(form, "");
  if (isSame(/\s+/g)) return "space";
  if (isSame(/[^\p{L}\p{N}]+/gu)) return "signs";
  const forms = [before, now].map(formOf);
  if (forms.some((form) => form !== "")) return forms.join(" to ");
  const numbers = [before, now].map((text) =>
    /^-?\d+(?:\.\d+)?$/.test(text) ? parsedJson(text) : undefined,
  );
  return numbers.every((each) => typeof each === "number") ? ofNumbers(Number(before), Number(now)) : "";
}

/** The values in it that are other ones in each request. */
const formOf = (text: string): string =>
  partsOf(text)
    .flatMap((part) =>
      part.kind === "time" ? momentOf(part.text).form : /UUID|stand-in/.test(part.kind) ? part.kind : [],
    )
    .slice(0, 10)
    .join();

function ofNumbers(before: number, now: number): string {
  if (before === 0 || now === 0) return now === 0 ? "to zero" : "from zero";
  if (before === -now) return "sign";
  const ratio = now / before;
  if (!Number.isInteger(now) && Math.abs(ratio - 1) < 1e-6) return "digits";
  const power = Math.log10(ratio);
  return Math.abs(power) > 1.5 && Math.abs(power - Math.round(power)) < 1e-3
    ? `times 1e${Math.round(power)}`
    : "";
}
