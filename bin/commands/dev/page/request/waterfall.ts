import type { Trace, UpstreamEvent } from "../../../../../runtime/observe/trace/index.js";

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
  return { exchanges, width };
}
