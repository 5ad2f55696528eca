import { type Attributes, type HrTime, ValueType } from "@opentelemetry/api";
import { hrTime } from "@opentelemetry/core";
import { AggregationTemporality, DataPointType, type HistogramMetricData } from "@opentelemetry/sdk-metrics";

/** In seconds, as the semantic conventions for HTTP want them. */
const boundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];

/** Sets of attributes that a histogram may have: as many as the SDK keeps apart. */
const maxSets = 2_000;

/** The durations with one set of attributes. */
export class Durations {
  readonly #counts: number[] = new Array(boundaries.length + 1).fill(0);
  readonly #begin: HrTime = hrTime();
  #count = 0;
  #sum = 0;
  #min = Number.POSITIVE_INFINITY;
  #max = 0;

  constructor(private readonly attributes: Attributes) {}

  /** Takes no room, and no time to speak of. */
  record(seconds: number): void {
    let bucket = 0;
    while (bucket < boundaries.length && seconds > (boundaries[bucket] ?? 0)) bucket++;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#count++;
    this.#sum += seconds;
    if (seconds < this.#min) this.#min = seconds;
    if (seconds > this.#max) this.#max = seconds;
  }

  point(endTime: HrTime): HistogramMetricData["dataPoints"][number] {
    return {
      startTime: this.#begin,
      endTime,
      attributes: this.attributes,
      value: {
        min: this.#min,
        max: this.#max,
        sum: this.#sum,
        count: this.#count,
        buckets: { boundaries, counts: [...this.#counts] },
      },
    };
  }
}

/**
 * A histogram whose sets of attributes are found once, and then kept by those who record. The SDK would sort and write
 * all attributes of each value, which takes some microseconds.
 */
export class DurationHistogram {
  readonly #sets: Durations[] = [];
  #others: Durations | undefined;

  constructor(
    private readonly name: string,
    private readonly description: string,
  ) {}

  /**
   * The durations with a set of attributes, which stay at `key`. Beyond the limit, all others are in one set together.
   * @param known those that are kept already
   */
  at<K>(known: Map<K, Durations>, key: K, attributes: Attributes): Durations {
    if (this.#sets.length >= maxSets) {
      this.#others ??= new Durations({ "otel.metric.overflow": true });
      return this.#others;
    }
    const made = new Durations(attributes);
    this.#sets.push(made);
    known.set(key, made);
    return made;
  }

  /** `undefined` as long as there is nothing. */
  data(endTime: HrTime): HistogramMetricData | undefined {
    if (this.#sets.length === 0) return undefined;
    const { name, description } = this;
    const sets = this.#others === undefined ? this.#sets : [...this.#sets, this.#others];
    return {
      descriptor: { name, description, unit: "s", valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints: sets.map((set) => set.point(endTime)),
    };
  }
}
