import { PrometheusSerializer } from "@opentelemetry/exporter-prometheus";
import { type MetricProducer, MetricReader, type ResourceMetrics } from "@opentelemetry/sdk-metrics";

/** Reads metrics when somebody asks for them. */
export class TextReader extends MetricReader {
  // Labels that are the same everywhere only take room.
  readonly #serializer = new PrometheusSerializer(undefined, false, undefined, true, true);

  constructor(histograms: MetricProducer) {
    super({ metricProducers: [histograms] });
  }

  /** All metrics in the text format of Prometheus, version 0.0.4. */
  async text(): Promise<string> {
    const { resourceMetrics } = await this.collect();
    return `${this.#serializer.serialize(withUnits(resourceMetrics)).trim()}\n`;
  }

  protected override async onForceFlush(): Promise<void> {}

  protected override async onShutdown(): Promise<void> {}
}

/** The names that Prometheus has for what would end like a part of a histogram. */
const known: ReadonlyMap<string, string> = new Map([
  ["process.open_file_descriptor.count", "process_open_fds"],
]);

/** The endings that Prometheus wants for names; units in braces are none. */
const endings: ReadonlyMap<string, string> = new Map([
  ["s", "_seconds"],
  ["By", "_bytes"],
]);

function withUnits({ resource, scopeMetrics }: ResourceMetrics): ResourceMetrics {
  return {
    resource,
    scopeMetrics: scopeMetrics.map(({ scope, metrics }) => ({
      scope,
      metrics: metrics.map((metric) => {
        const { name, unit } = metric.descriptor;
        const textName = known.get(name) ?? name + (endings.get(unit) ?? "");
        const descriptor = { ...metric.descriptor, name: textName, unit: "" };
        return { ...metric, descriptor };
      }),
    })),
  };
}

/**
 * The metrics of several processes as one text: the sums of what they have. Delays are those of the process with the
 * longest ones.
 * @param gone those of processes that have ended: only what they have counted still counts
 */
export function mergeTexts(texts: readonly string[], gone: string): string {
  const groups = new Map<string, Group>();
  for (const text of texts) addText(groups, text, () => true);
  addText(groups, gone, (type) => type === "counter" || type === "histogram");
  const lines = [...groups.values()].flatMap(({ comments, values }) =>
    values.size === 0 ? [] : [...comments, ...[...values].map(([series, value]) => `${series} ${value}`)],
  );
  return lines.map((line) => `${line}\n`).join("");
}

/** The lines of one metric. */
interface Group {
  readonly comments: Set<string>;
  readonly values: Map<string, number>;
}

/** Comments come before the lines that they are about. */
function addText(groups: Map<string, Group>, text: string, counts: (type: string) => boolean): void {
  let group: Group = { comments: new Set(), values: new Map() };
  let join = (before: number, value: number) => before + value;
  let isCounted = false;
  for (const line of text.split("\n")) {
    const [mark, kind, name = "", type = ""] = line.split(" ", 4);
    if (mark === "#") {
      group = groups.get(name) ?? { comments: new Set(), values: new Map() };
      groups.set(name, group);
      group.comments.add(line);
      if (kind === "TYPE") isCounted = counts(type);
      const isLargest =
        name.startsWith("nodejs_eventloop_delay_") || ["flow_build_info", "flow_upstream_up"].includes(name);
      const isFirst = name === "flow_certificate_expiry_timestamp_seconds";
      join = isLargest ? Math.max : isFirst ? Math.min : (before, value) => before + value;
    } else if (line !== "" && isCounted) {
      const space = line.lastIndexOf(" ");
      const series = line.slice(0, space);
      const value = Number(line.slice(space + 1));
      const before = group.values.get(series);
      group.values.set(series, before === undefined ? value : join(before, value));
    }
  }
}
