import type { ShownValue, Trace } from "../../../../../runtime/observe/trace/format.js";
import { useTrace } from "../data/trace.js";
import { duration } from "../shared/figures.js";
import { linkTo, type ViewProps } from "../shared/route.js";
import { Status } from "../shared/status.js";
import { isSameValue, pairFields, pairVariables } from "./compare.js";
import { Difference } from "./difference.js";
import { PairTable } from "./pair-table.js";
import { Timings } from "./timings.js";
import "./compare.css";

/** `#/compare/12/15` */
export function CompareView({ path }: ViewProps) {
  const [one, other] = path.map(Number);
  const left = useTrace(one ?? 0);
  const right = useTrace(other ?? 0);
  const problem = left.problem ?? right.problem;
  if (problem !== undefined) return <p class="empty">{problem}</p>;
  if (left.trace === undefined || right.trace === undefined) return <p class="empty">…</p>;
  return <Comparison keys={[one ?? 0, other ?? 0]} traces={[left.trace, right.trace]} />;
}

export interface ComparisonProps {
  readonly keys: readonly [number, number];
  readonly traces: readonly [Trace, Trace];
}

function Comparison({ keys, traces }: ComparisonProps) {
  const [one, other] = traces;
  const names = keys.map(String) as [string, string];
  return (
    <div class="comparison">
      <h1>
        Requests {keys[0]} and {keys[1]}
      </h1>
      <Summary keys={keys} traces={traces} />
      <Difference title="Body of the answer" one={one.response?.body} other={other.response?.body} />
      <PairTable
        title="Header fields of the answer"
        names={names}
        pairs={pairFields(one.response?.fields ?? [], other.response?.fields ?? [])}
        isSame={(left, right) => left === right}
        show={(value) => value}
      />
      <PairTable
        title="Variables at the end"
        names={names}
        pairs={pairVariables(one, other)}
        isSame={isSameValue}
        show={shownText}
      />
      <Timings names={names} traces={traces} />
      <Difference title="Body of the request" one={one.request.body} other={other.request.body} />
      <PairTable
        title="Header fields of the request"
        names={names}
        pairs={pairFields(one.request.fields, other.request.fields)}
        isSame={(left, right) => left === right}
        show={(value) => value}
      />
    </div>
  );
}

function shownText({ type, text, cutFrom }: ShownValue): string {
  if (type === "empty") return "(empty)";
  return cutFrom === undefined ? text : `${text}… (${cutFrom} characters)`;
}

function Summary({ keys, traces }: ComparisonProps) {
  return (
    <table class="summary">
      <thead>
        <tr>
          <th>Request</th>
          <th>Target</th>
          <th>Status</th>
          <th>Time</th>
          <th>Build</th>
        </tr>
      </thead>
      <tbody>
        {traces.map(({ request, response, duration: took, build }, index) => (
          <tr key={index === 0 ? "one" : "other"}>
            <td>
              <a href={linkTo("requests", keys[index] ?? 0)}>{keys[index]}</a>
            </td>
            <td class="mono">
              {request.method} {request.target.slice(0, 1000)}
            </td>
            <td>
              <Status status={response?.status} />
            </td>
            <td>{took === undefined ? "" : duration(took)}</td>
            <td>{build === 0 ? "" : build}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
