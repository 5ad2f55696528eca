import type { Reporter } from "../../diagnostics/reporter.js";
import type { JsonNode, ObjectNode } from "../../syntax/json-template.js";
import { checkNames } from "../action-parts/check-names.js";
import { isComplete, named } from "../action-parts/settings.js";
import { checkCaching } from "./caching.js";

interface Values {
  readonly expected: string;
  holds(value: unknown): boolean;
}

const boolean: Values = { expected: "true or false", holds: (value) => typeof value === "boolean" };
const mode: Values = {
  expected: 'true, false or "report-only"',
  holds: (value) => typeof value === "boolean" || value === "report-only",
};
const string: Values = { expected: "a string", holds: (value) => typeof value === "string" };
const seconds: Values = { expected: "a number of seconds", holds: (value) => isNumber(value, 0, Infinity) };
const oneOf = (...values: readonly string[]): Values => ({
  expected: `one of ${values.map((value) => `"${value}"`).join(", ")}`,
  holds: (value) => typeof value === "string" && values.includes(value),
});
const integer = (least: number, most: number): Values => ({
  expected: most === Infinity ? `an integer from ${least}` : `an integer from ${least} to ${most}`,
  holds: (value) => isNumber(value, least, most) && Number.isInteger(Number(value)),
});

/** As at run time, the text of a number will do: that is what comes from the environment. */
const isNumber = (value: unknown, least: number, most: number): boolean =>
  (typeof value === "number" || (typeof value === "string" && value.trim() !== "")) &&
  Number(value) >= least &&
  Number(value) <= most;

/** What the options of upstream requests can be where they are constant; undefined for objects. */
const OPTIONS: ReadonlyMap<string, Values | undefined> = new Map<string, Values | undefined>([
  ["timeout", seconds],
  ["connect-timeout", seconds],
  ["time-to-first-byte-timeout", seconds],
  ["exit-on-error", boolean],
  ["follow-redirects", boolean],
  ["max-redirects", integer(0, Infinity)],
  ["basic-auth-credentials", string],
  ["send-x-forwarded-for", boolean],
  ["definition", string],
  ["validate-request", mode],
  ["validate-request-security", mode],
  ["validate-response", mode],
  ["mock-response", boolean],
  ["set-response-headers", undefined],
  ["query-encoding-raw-chars", string],
  ["disable-connection-reuse", boolean],
  ["tls-version", oneOf("auto", "TLSv1", "TLSv1.0", "TLSv1.1", "TLSv1.2", "TLSv1.3")],
  ["tls-ciphers", string],
  ["ignore-certificate-errors", boolean],
  ["client-certificate-file", string],
  ["client-certificate-password", string],
  ["transport-protocol", oneOf("http", "https")],
  ["transport-server", string],
  ["transport-port", integer(1, 65_535)],
  ["proxy-server", string],
  ["proxy-credentials", string],
  ["use-http-cache", boolean],
  ["force-cache-ttl", integer(0, Infinity)],
  ["force-cache-refresh", boolean],
  ["respect-client-cache-headers", boolean],
]);

/** Options that have no meaning without another one. */
const NEEDS: readonly (readonly [option: string, needed: string])[] = [
  ["proxy-credentials", "proxy-server"],
  ["client-certificate-password", "client-certificate-file"],
];

const TRANSPORT = ["transport-protocol", "transport-server", "transport-port"];

/** Proves that the options of a request have an effect, and can be carried out together. */
export function checkOptions(config: ObjectNode, reporter: Reporter): void {
  const options = named(config, "options")?.value;
  if (options?.kind !== "object") return;
  checkNames(options, [...OPTIONS.keys()], reporter);
  for (const [name, values] of OPTIONS) {
    const value = named(options, name)?.value;
    if (value !== undefined && values !== undefined && !mayBe(value, values))
      reporter.report(value.span, "requestOption", { name, expected: values.expected });
  }
  if (named(options, "proxy-server") !== undefined) {
    const transport = TRANSPORT.flatMap((name) => named(options, name) ?? [])[0];
    if (transport !== undefined) reporter.report(transport.span, "proxyAndTransport");
  }
  checkCaching(options, reporter);
  for (const [name, needed] of isComplete(options) ? NEEDS : []) {
    const option = named(options, name);
    if (option !== undefined && named(options, needed) === undefined)
      reporter.report(option.span, "requestOptionAlone", { name, needed });
  }
}

/** Null counts as missing. What is computed is checked at run time. */
function mayBe(value: JsonNode, { holds }: Values): boolean {
  if (value.kind === "constant") return value.value === null || holds(value.value);
  return value.kind !== "object" && value.kind !== "array";
}
