import type { Attributes } from "@opentelemetry/api";
import type { ResourceMetrics } from "@opentelemetry/sdk-metrics";

/** Sets of attributes that a metric may have: as many as the SDK keeps apart. */
const maxSets = 2_000;

/** Requests of clients, and upstream requests. */
export type Metric = "served" | "asked";

/** The one attribute that stands for a set of attributes until metrics leave the process. */
const place = "set";

/**
 * Sets of attributes by short names. The SDK sorts and writes all attributes of each value that it gets, which takes some
 * microseconds, so it gets the name alone.
 */
export class Labels {
  readonly #sets = new Map<string, Attributes>();
  /** What the SDK gets in place of the attributes. */
  readonly #names = new Map<string, Attributes>();

  readonly #counts = { served: 0, asked: 0 };

  /** @param make what the name stands for, if it is new */
  of(metric: Metric, name: string, make: () => Attributes): Attributes {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    if (this.#counts[metric] >= maxSets) return overflow;
    this.#counts[metric]++;
    const made = { [place]: name };
    this.#names.set(name, made);
    this.#sets.set(name, make());
    return made;
  }

  /** The metrics with the attributes themselves. */
  restored({ resource, scopeMetrics }: ResourceMetrics): ResourceMetrics {
    return {
      resource,
      scopeMetrics: scopeMetrics.map(({ scope, metrics }) => ({
        scope,
        metrics: metrics.map((metric) => ({
          ...metric,
          dataPoints: metric.dataPoints.map((point) => {
            const name = point.attributes[place];
            const attributes = typeof name === "string" ? this.#sets.get(name) : undefined;
            return attributes === undefined ? point : { ...point, attributes };
          }),
        })),
      })) as ResourceMetrics["scopeMetrics"],
    };
  }
}

/** As OpenTelemetry calls what is more than can be kept apart. */
const overflow: Attributes = { "otel.metric.overflow": true };
