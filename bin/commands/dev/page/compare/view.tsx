import { useMemo } from "preact/hooks";
import type { Trace } from "../../../../../runtime/observe/trace/format.js";
import { useTrace } from "../data/fetched.js";
import { duration } from "../shared/figures.js";
import { linkTo, type ViewProps } from "../shared/route.js";
import { Status } from "../shared/status.js";
import { lineDifference, type Part, pairTimes, partsOf, type TimedRow } from "./compare.js";
import "./compare.css";

/** `#/compare/12/15` */
export function CompareView({ path }: ViewProps) {
  const [one = 0, other = 0] = path.map(Number);
  const left = useTrace(one);
  const right = useTrace(other);
  const problem = left.problem ?? right.problem;
  if (problem !== undefined) return <p class="empty">{problem}</p>;
  if (left.value === undefined || right.value === undefined) return <p class="empty">…</p>;
  return (
    <div class="comparison">
      <h1>
        Requests {one} and {other}
      </h1>
      <Summary keys={[one, other]} traces={[left.value, right.value]} />
      {partsOf(left.value, right.value).map((part) => (
        <Difference key={part.title} part={part} />
      ))}
      <Timings names={[`${one}`, `${other}`]} rows={pairTimes(left.value, right.value)} />
    </div>
  );
}

function Summary({ keys, traces }: { readonly keys: readonly number[]; readonly traces: readonly Trace[] }) {
  return (
    <table class="summary">
      <thead>
        <tr>
          {["Request", "Target", "Status", "Time", "Build"].map((column) => (
            <th key={column}>{column}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {traces.map(({ request, response, duration: took, build }, index) => (
          <tr key={index}>
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

const kinds = new Map([
  ["-", "removed"],
  ["+", "added"],
  ["⋯", "gap"],
]);

/** A part of both, line by line. */
function Difference({ part: { title, one, other } }: { readonly part: Part }) {
  const lines = useMemo(() => lineDifference(one, other), [one, other]);
  return (
    <section>
      <div class="row">
        <h2>{title}</h2>
        <span class="muted">{lines.length === 0 && (one === "" ? "none" : "no difference")}</span>
      </div>
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section class="difference" aria-label={title} tabIndex={0}>
          {lines.map((line, index) => (
            <div key={index} class={`line ${kinds.get(line.charAt(0)) ?? ""}`}>
              <span class="sign">{line.charAt(0)}</span>
              <code>{line.slice(1)}</code>
            </div>
          ))}
        </section>
      )}
    </section>
  );
}

const maxRows = 500;

/** How long each action and each upstream request took. */
function Timings({ names, rows }: { readonly names: readonly string[]; readonly rows: readonly TimedRow[] }) {
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>Times</h2>
      <table class="timings">
        <thead>
          <tr>
            {["Name", ...names, "Difference"].map((column) => (
              <th key={column}>{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, maxRows).map(({ name, one, other }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{one === undefined ? "" : duration(one)}</td>
              <td>{other === undefined ? "" : duration(other)}</td>
              <td>{one === undefined || other === undefined ? "" : signed(other - one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > maxRows && <p class="muted">and {rows.length - maxRows} more</p>}
    </section>
  );
}

const signed = (milliseconds: number): string =>
  `${milliseconds < 0 ? "−" : "+"}${duration(Math.abs(milliseconds))}`;
