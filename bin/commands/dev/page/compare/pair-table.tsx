import { useState } from "preact/hooks";
import { counted } from "../shared/figures.js";
import type { Pair } from "./compare.js";
import { ComparedSection } from "./compared-section.js";

export interface PairTableProps<T> {
  readonly title: string;
  /** What the two columns are called. */
  readonly names: readonly [string, string];
  readonly pairs: readonly Pair<T>[];
  readonly isSame: (one: T | undefined, other: T | undefined) => boolean;
  readonly show: (value: T) => string;
}

const longest = 2000;

/** What is different, side by side; what is equal on demand. */
export function PairTable<T>({ title, names, pairs, isSame, show }: PairTableProps<T>) {
  const [showsAll, setShowsAll] = useState(false);
  const different = pairs.filter(({ one, other }) => !isSame(one, other));
  const rows = showsAll ? pairs : different;
  const equal = pairs.length - different.length;
  const cell = (value: T | undefined) =>
    value === undefined ? <span class="muted">none</span> : show(value).slice(0, longest);
  const summary = (
    <>
      <span class="muted">{different.length === 0 ? "no difference" : `${different.length} different`}</span>
      {equal > 0 && (
        <button type="button" class="plain" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? "Hide what is equal" : `Show ${counted(equal, "equal one")}`}
        </button>
      )}
    </>
  );
  return (
    <ComparedSection kind="pairs" title={title} summary={summary} columns={names}>
      {rows.map(({ name, one, other }) => (
        <tr key={name} class={isSame(one, other) ? "" : "different"}>
          <th scope="row">
            {isSame(one, other) ? "" : "≠ "}
            {name}
          </th>
          <td>{cell(one)}</td>
          <td>{cell(other)}</td>
        </tr>
      ))}
    </ComparedSection>
  );
}
