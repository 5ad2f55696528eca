/**
 * The settings of OpenTelemetry that are standard variables of the environment. The SDK would go on with its defaults
 * where one is wrong, so all of them are checked here first. An empty text counts as not set.
 * @module
 */
import { accessSync, constants } from "node:fs";
import type {
  Environment,
  Protocol,
  TelemetrySettings,
  Way,
  WrongSetting,
} from "../node/telemetry-module.js";

/** A setting that is wrong. */
class SettingError extends Error implements WrongSetting {
  /**
   * @param wanted what it must be
   * @param shown its value, unless that may hold a secret
   */
  constructor(
    readonly setting: string,
    readonly wanted: string,
    readonly shown: string | undefined = undefined,
  ) {
    super(`${setting} must be ${wanted}`);
  }
}

/**
 * @param hasAdminPort true if there is a port that can show metrics
 * @throws WrongSetting
 */
export function readSettings(env: Environment, hasAdminPort: boolean): TelemetrySettings {
  const isDisabled = oneOf(env, "OTEL_SDK_DISABLED", ["true", "false"], "false") === "true";
  checkAll(env);
  const hasEndpoint = (signal: string) =>
    Boolean(env.OTEL_EXPORTER_OTLP_ENDPOINT || env[`OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`]);
  const traces = exporters(env, "OTEL_TRACES_EXPORTER", ["otlp", "console"], hasEndpoint("TRACES"));
  const metrics = exporters(
    env,
    "OTEL_METRICS_EXPORTER",
    ["otlp", "prometheus", "console"],
    hasEndpoint("METRICS"),
  );
  if (metrics?.includes("prometheus") && !hasAdminPort && !isDisabled)
    throw new SettingError("FLOW_ADMIN_PORT", "set where OTEL_METRICS_EXPORTER names prometheus");
  const metricInterval = milliseconds(env, "OTEL_METRIC_EXPORT_INTERVAL", 60_000);
  const ways = (names: readonly string[] = [], signal: string): readonly Way[] => [
    ...(names.includes("otlp") ? [protocol(env, signal)] : []),
    ...(names.includes("console") ? (["console"] as const) : []),
  ];
  return {
    traces: isDisabled ? [] : ways(traces, "TRACES"),
    metrics: isDisabled ? [] : ways(metrics, "METRICS"),
    showsMetrics: !isDisabled && hasAdminPort && metrics?.length !== 0,
    metricInterval,
    metricTimeout: Math.min(milliseconds(env, "OTEL_METRIC_EXPORT_TIMEOUT", 30_000), metricInterval),
  };
}

/** The exporters that a setting names; none for `none`, and `undefined` if nothing asks for any. */
function exporters(
  env: Environment,
  name: string,
  known: readonly string[],
  hasEndpoint: boolean,
): readonly string[] | undefined {
  const text = env[name] || undefined;
  if (text === undefined) return hasEndpoint ? ["otlp"] : undefined;
  const names = text.split(",").map((each) => each.trim());
  if (names.length === 1 && names[0] === "none") return [];
  if (!names.every((each) => known.includes(each)))
    throw new SettingError(name, [...known, "none"].join(" or "), text);
  return names;
}

function protocol(env: Environment, signal: string): Protocol {
  const specific = `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`;
  const name = env[specific] ? specific : "OTEL_EXPORTER_OTLP_PROTOCOL";
  return oneOf(env, name, ["http/protobuf", "http/json"], "http/protobuf");
}

const signals = ["", "TRACES_", "METRICS_"] as const;

/** The longest `OTEL_BSP_MAX_QUEUE_SIZE`: each span takes some kilobytes. */
const longestQueue = 65_536;

function checkAll(env: Environment): void {
  for (const signal of signals) {
    const prefix = `OTEL_EXPORTER_OTLP_${signal}`;
    oneOf(env, `${prefix}PROTOCOL`, ["http/protobuf", "http/json"], "http/protobuf");
    oneOf(env, `${prefix}COMPRESSION`, ["gzip", "none"], "none");
    milliseconds(env, `${prefix}TIMEOUT`, 10_000);
    checkEndpoint(env, `${prefix}ENDPOINT`);
    checkPairs(env, `${prefix}HEADERS`, isFieldText);
    for (const file of ["CERTIFICATE", "CLIENT_CERTIFICATE", "CLIENT_KEY"]) checkFile(env, prefix + file);
  }
  checkPairs(env, "OTEL_RESOURCE_ATTRIBUTES", () => true);
  checkSampler(env);
  const queue = integer(env, "OTEL_BSP_MAX_QUEUE_SIZE", 2048, longestQueue);
  integer(env, "OTEL_BSP_MAX_EXPORT_BATCH_SIZE", Math.min(512, queue), queue);
  milliseconds(env, "OTEL_BSP_SCHEDULE_DELAY", 5000);
  milliseconds(env, "OTEL_BSP_EXPORT_TIMEOUT", 30_000);
}

function oneOf<T extends string>(env: Environment, name: string, known: readonly T[], otherwise: T): T {
  const text = env[name];
  if (!text) return otherwise;
  const found = known.find((each) => each === text.trim().toLowerCase());
  if (found === undefined) throw new SettingError(name, known.join(" or "), text);
  return found;
}

function integer(env: Environment, name: string, otherwise: number, largest: number): number {
  const text = env[name]?.trim();
  if (!text) return otherwise;
  const value = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  if (value < 1 || value > largest) throw new SettingError(name, `an integer from 1 to ${largest}`, text);
  return value;
}

/** A timer of Node takes no more. */
const longestTime = 2_147_483_647;

function milliseconds(env: Environment, name: string, otherwise: number): number {
  return integer(env, name, otherwise, longestTime);
}

/** Its value may have a password. */
function checkEndpoint(env: Environment, name: string): void {
  const text = env[name]?.trim();
  if (!text) return;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.hash !== "")
    throw new SettingError(name, "a URL of http or https");
}

const token = /^[!#$%&'*+.^_`|~\dA-Za-z-]+$/;

/** Pairs as in W3C Baggage, but without properties: `key=value,key=value`. Their values may be secrets. */
function checkPairs(env: Environment, name: string, accepts: (value: string) => boolean): void {
  const text = env[name]?.trim();
  if (!text) return;
  for (const pair of text.split(",")) {
    const at = pair.indexOf("=");
    const value = at < 0 ? undefined : decoded(pair.slice(at + 1).trim());
    if (value === undefined || !token.test(pair.slice(0, at).trim()) || !accepts(value))
      throw new SettingError(name, "of the form name=value,name=value, with values percent-encoded");
  }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Returns true if a header field can have the value. */
function isFieldText(value: string): boolean {
  return /^[\t -~\u0080-\u00ff]*$/.test(value);
}

function checkFile(env: Environment, name: string): void {
  const path = env[name]?.trim();
  if (!path) return;
  try {
    accessSync(path, constants.R_OK);
  } catch {
    throw new SettingError(name, "the path of a file that can be read", path);
  }
}

const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

function checkSampler(env: Environment): void {
  const sampler = env.OTEL_TRACES_SAMPLER || "parentbased_always_on";
  if (!samplers.some((each) => each === sampler))
    throw new SettingError("OTEL_TRACES_SAMPLER", samplers.join(" or "), sampler);
  if (!sampler.endsWith("traceidratio")) return;
  const text = env.OTEL_TRACES_SAMPLER_ARG?.trim() || "1";
  if (!/^(?:\d+(?:\.\d*)?|\.\d+)(?:e-?\d+)?$/i.test(text) || Number(text) > 1)
    throw new SettingError("OTEL_TRACES_SAMPLER_ARG", "a number from 0 to 1", text);
}
