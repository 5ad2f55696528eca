import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import type { RequestSummary } from "../../api.js";
import { duration, timeOfDay } from "../shared/figures.js";
import { Status } from "../shared/status.js";
import { isFailed } from "./filter.js";

export interface RowProps {
  readonly row: RequestSummary;
  /** From 0. */
  readonly position: number;
  /** Pixels. */
  readonly height: number;
  readonly isChosen: boolean;
  readonly isCompared: boolean;
  readonly onChoose: (key: number) => void;
  readonly onOpen: (key: number) => void;
}

export function rowId(key: number): string {
  return `request-${key}`;
}

/** One request. It is drawn again only when something of it has changed. */
export const RequestRow = memo(function RequestRow(props: RowProps) {
  const { row, position, height, isChosen, isCompared, onChoose, onOpen } = props;
  const { key, method, target, status, upstream, flow, startedAt, error } = row;
  const classes = ["request", isFailed(row) && "failed", isChosen && "chosen"].filter(Boolean).join(" ");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      role="row"
      id={rowId(key)}
      class={classes}
      style={{ top: `${position * height}px`, height: `${height}px` }}
      aria-rowindex={position + 2}
      aria-selected={isChosen}
      onClick={() => onChoose(key)}
      onDblClick={() => onOpen(key)}
    >
      <Cell name="key">{key}</Cell>
      <Cell name="method">{method}</Cell>
      <Cell name="path" title={error === undefined ? target : `${target}\n${error}`}>
        <a href={`#/requests/${key}`} tabIndex={-1}>
          {target}
        </a>
        {row.isKept && <span class="badge">kept</span>}
        {row.isImported && <span class="badge">imported</span>}
        {isCompared && <span class="badge">to compare</span>}
        {error !== undefined && <span class="error"> {error}</span>}
      </Cell>
      <Cell name="status">
        <Status status={status} />
      </Cell>
      <Cell name="time">{row.duration === undefined ? "" : duration(row.duration)}</Cell>
      <Cell name="upstream">{upstream === 0 ? "" : upstream}</Cell>
      <Cell name="flow" title={flow}>
        {flow}
      </Cell>
      <Cell name="began">{timeOfDay(startedAt)}</Cell>
    </div>
  );
});

interface CellProps {
  readonly name: string;
  readonly title?: string;
  readonly children: ComponentChildren;
}

function Cell({ name, title, children }: CellProps) {
  return (
    <span role="gridcell" class={`cell c-${name}`} title={title}>
      {children}
    </span>
  );
}
