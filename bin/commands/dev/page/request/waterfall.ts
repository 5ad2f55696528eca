import type { Trace, UpstreamEvent } from "../../../../../runtime/observe/trace/format.js";

export interface Exchange {
  readonly index: number;
  readonly event: UpstreamEvent;
  /** Milliseconds since the client's request began. */
  readonly begin: number;
  readonly connected: number | undefined;
  readonly firstByte: number | undefined;
  /** `undefined` while it lasts. */
  readonly end: number | undefined;
}

export interface Waterfall {
  readonly exchanges: readonly Exchange[];
  /** Milliseconds that the whole picture is wide. */
  readonly width: number;
  /** Round moments in it. */
  readonly ticks: readonly number[];
}

export function readWaterfall(trace: Trace): Waterfall {
  const events = trace.events.filter((event): event is UpstreamEvent => event.kind === "upstream");
  const exchanges = events
    .toSorted((one, other) => one.at - other.at)
    .map((event, index): Exchange => {
      const { connected, firstByte, ended } = event.timing;
      const since = (moment: number | undefined) => (moment === undefined ? undefined : event.at + moment);
      return {
        index,
        event,
        begin: event.at,
        connected: since(connected),
        firstByte: since(firstByte),
        end: since(ended),
      };
    });
  const last = exchanges.map(
    ({ begin, connected, firstByte, end }) => end ?? firstByte ?? connected ?? begin,
  );
  const width = last.reduce((most, each) => Math.max(most, each), Math.max(trace.duration ?? 0, 1));
  return { exchanges, width, ticks: roundMoments(width) };
}

/** About four round numbers up to a width: 0, 20, 40, 60. */
function roundMoments(width: number): readonly number[] {
  const rough = width / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  // What stands beside the last one has room.
  const count = Math.floor((0.88 * width) / step);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}
