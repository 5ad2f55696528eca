import { useMemo } from "preact/hooks";
import type { ShownBody } from "../../../../../runtime/observe/trace/format.js";
import { comparable, type DiffLine, lineDifference } from "./lines.js";

export interface DifferenceProps {
  readonly title: string;
  readonly one: ShownBody | undefined;
  readonly other: ShownBody | undefined;
}

const signs = { same: " ", removed: "−", added: "+", gap: "⋯" } satisfies Record<DiffLine["kind"], string>;

/** Two bodies, line by line. */
export function Difference({ title, one, other }: DifferenceProps) {
  const lines = useMemo(() => lineDifference(comparable(one), comparable(other)), [one, other]);
  return (
    <section>
      <div class="row">
        <h2>{title}</h2>
        <span class="muted">{lines.length === 0 && said(one, other)}</span>
      </div>
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        <section class="difference" aria-label={title} tabIndex={0}>
          {lines.map(({ kind, text }, index) => (
            <div key={index} class={`line ${kind}`}>
              <span class="sign">{signs[kind]}</span>
              <code>{text}</code>
            </div>
          ))}
        </section>
      )}
    </section>
  );
}

function said(one: ShownBody | undefined, other: ShownBody | undefined): string {
  if (one === undefined && other === undefined) return "none";
  if (one?.content === undefined && other?.content === undefined) return "not kept";
  return one?.isCut || other?.isCut ? "no difference in what was kept" : "no difference";
}
