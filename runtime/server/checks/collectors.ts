import type { Credentials } from "./needs.js";

/** A collector of OpenTelemetry that the environment names. */
export interface Collector {
  /** The variable that names it. */
  readonly name: string;
  readonly url: string;
  readonly credentials: Credentials;
}

/** Where OpenTelemetry sends to without a setting. */
const usual = "http://localhost:4318";

const members = { certificate: "CLIENT_CERTIFICATE", key: "CLIENT_KEY", ca: "CERTIFICATE" } as const;

/** @param signals those that are sent; both if that is not known */
export function collectors(signals: readonly string[] = ["TRACES", "METRICS"]): readonly Collector[] {
  const { env } = process;
  const found = signals.map((signal): Collector => {
    const variable = (end: string): string => {
      const own = `OTEL_EXPORTER_OTLP_${signal}_${end}`;
      return env[own] ? own : `OTEL_EXPORTER_OTLP_${end}`;
    };
    const name = variable("ENDPOINT");
    const credentials = Object.entries(members)
      .map(([what, end]) => [what, { env: variable(end) }] as const)
      .filter(([, source]) => env[source.env]);
    return { name, url: env[name]?.trim() || usual, credentials: Object.fromEntries(credentials) };
  });
  return [...new Map(found.map((one) => [JSON.stringify(one), one])).values()];
}
