import type { Trace, UpstreamEvent } from "../../../../../runtime/observe/trace/format.js";
import { duration } from "../shared/figures.js";
import { pairActions, pairUpstream } from "./compare.js";
import { ComparedSection } from "./compared-section.js";

export interface TimingsProps {
  readonly names: readonly [string, string];
  readonly traces: readonly [Trace, Trace];
}

interface TimedRow {
  readonly name: string;
  readonly place: string;
  readonly isAlone: boolean;
  readonly one: number | undefined;
  readonly other: number | undefined;
}

const maxRows = 500;

/** How long each action and each upstream request took. */
export function Timings({ names, traces: [one, other] }: TimingsProps) {
  const actions = pairActions(one, other).map(
    (pair): TimedRow => ({
      name: pair.name,
      place: (pair.one ?? pair.other)?.place ?? "",
      isAlone: pair.one === undefined || pair.other === undefined,
      one: pair.one?.took,
      other: pair.other?.took,
    }),
  );
  const upstream = pairUpstream(one, other).map(
    (pair): TimedRow => ({
      name: pair.name,
      place: target(pair.one ?? pair.other),
      isAlone: pair.one === undefined || pair.other === undefined,
      one: whole(pair.one),
      other: whole(pair.other),
    }),
  );
  return (
    <>
      <TimedTable title="Time of actions" names={names} rows={actions} />
      <TimedTable title="Time of upstream requests" names={names} rows={upstream} />
    </>
  );
}

function TimedTable({
  title,
  names,
  rows,
}: {
  readonly title: string;
  readonly names: readonly [string, string];
  readonly rows: readonly TimedRow[];
}) {
  const summary = (
    <>
      {rows.length === 0 && <span class="muted">none</span>}
      {rows.length > maxRows && <span class="muted">the first {maxRows}</span>}
    </>
  );
  return (
    <ComparedSection kind="timings" title={title} summary={summary} columns={[...names, "Difference"]}>
      {rows.slice(0, maxRows).map(({ name, place, isAlone, one, other }, index) => (
        <tr key={index} class={isAlone ? "different" : ""}>
          <th scope="row">
            {isAlone && "≠ "}
            {name} <span class="place muted">{place}</span>
          </th>
          <td>{one === undefined ? "" : duration(one)}</td>
          <td>{other === undefined ? "" : duration(other)}</td>
          <td>{one === undefined || other === undefined ? "" : signed(other - one)}</td>
        </tr>
      ))}
    </ComparedSection>
  );
}

function signed(milliseconds: number): string {
  if (Math.abs(milliseconds) < 0.005) return duration(0);
  return `${milliseconds < 0 ? "−" : "+"}${duration(Math.abs(milliseconds))}`;
}

function whole(event: UpstreamEvent | undefined): number | undefined {
  return event?.timing.ended ?? event?.timing.firstByte;
}

function target(event: UpstreamEvent | undefined): string {
  return event === undefined ? "" : `${event.request.method} ${event.request.target}`.slice(0, 300);
}
