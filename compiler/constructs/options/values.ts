import { settings } from "../../../runtime/base/settings.js";
import type { OptionValue } from "../../../runtime/upstream/options/rows.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Span } from "../../source/source-text.js";
import { responseFields } from "../bodies/fields.js";
import { boolean, constants, oneOf, type Shape, text } from "../bodies/shape.js";
import { retry } from "./retry.js";

/** The shape of a kind of values: what a person calls it, and which constants are of it. */
export function shapeOf(value: OptionValue): Shape {
  return typeof value === "string"
    ? shapes[value]
    : oneOf(`one of ${value.map((one) => `"${one}"`).join(", ")}`, value);
}

function integer(least: number, most: number): Shape {
  return constants(
    most === Infinity ? `an integer from ${least}` : `an integer from ${least} to ${most}`,
    (value) => isNumber(value, least, most) && Number.isInteger(Number(value)),
  );
}

/** As at run time, the text of a number will do: that is what comes from the environment. */
function isNumber(value: unknown, least: number, most: number): boolean {
  const mayBeNumber = typeof value === "number" || (typeof value === "string" && value.trim() !== "");
  return mayBeNumber && Number(value) >= least && Number(value) <= most;
}

/** Finds time-outs of nothing, and those that are longer than any. */
function checkSeconds(value: unknown, span: Span, name: string, reporter: Reporter): void {
  const seconds = Number(value);
  if (seconds === 0) reporter.report(span, "noTimeout", { name });
  const limit = settings.MAX_TIMEOUT.otherwise;
  if (seconds > limit) reporter.report(span, "longTimeout", { seconds, limit });
}

function checkCredentials(written: string, span: Span, name: string, reporter: Reporter): void {
  if (written !== "" && !written.includes(":")) reporter.report(span, "credentials", { name });
}

/** Finds URLs. That of a proxy may be one without a path. */
function checkServer(written: string, span: Span, name: string, reporter: Reporter): void {
  const isProxy = name === "proxy-server" && /^https?:\/\/[^/?#]+\/?$/i.test(written);
  if (/[^\w.:[\]-]/.test(written) && !isProxy) reporter.report(span, "serverOption", { name, text: written });
}

const shapes: Readonly<Record<Extract<OptionValue, string>, Shape>> = {
  boolean,
  mode: oneOf('true, false or "report-only"', [true, false, "report-only"]),
  text: text(),
  credentials: text(checkCredentials),
  server: text(checkServer),
  certificate: text(),
  definition: text(),
  seconds: constants("a number of seconds", (value) => isNumber(value, 0, Infinity), checkSeconds),
  count: integer(0, Infinity),
  port: integer(1, 65_535),
  fields: responseFields,
  retry,
};
