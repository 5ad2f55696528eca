import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useLayoutEffect } from "preact/hooks";
import type { RequestSummary } from "../../api.js";
import { duration, timeOfDay } from "../shared/figures.js";
import { Status } from "../shared/status.js";
import { isFailed } from "./filter.js";

export interface ListProps {
  /** The newest first. */
  readonly rows: readonly RequestSummary[];
  readonly chosen: number | undefined;
  readonly onChoose: (key: number) => void;
  readonly onOpen: (key: number) => void;
}

const columns = ["#", "Method", "Path", "Status", "Time", "Upstream", "Flow", "Began"];

const rowId = (key: number): string => `request-${key}`;

/** The requests as a grid with one cursor; the view has its keys. The browser lays out only the rows that are seen. */
export function RequestList({ rows, chosen, onChoose, onOpen }: ListProps) {
  useLayoutEffect(() => {
    if (chosen !== undefined) document.getElementById(rowId(chosen))?.scrollIntoView({ block: "nearest" });
  }, [chosen]);
  return (
    <div
      class="requests"
      role="grid"
      aria-label="Requests"
      aria-activedescendant={rows.some(({ key }) => key === chosen) ? rowId(chosen ?? 0) : undefined}
      tabIndex={0}
    >
      <div role="row" class="request head">
        {columns.map((column) => (
          <span
            role="columnheader"
            key={column}
            class={`cell c-${column === "#" ? "key" : column.toLowerCase()}`}
          >
            {column}
          </span>
        ))}
      </div>
      {rows.map((row) => (
        <RequestRow
          key={row.key}
          row={row}
          isChosen={row.key === chosen}
          onChoose={onChoose}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

interface RowProps extends Pick<ListProps, "onChoose" | "onOpen"> {
  readonly row: RequestSummary;
  readonly isChosen: boolean;
}

/** One request. It is drawn again only when something of it has changed. */
const RequestRow = memo(function RequestRow({ row, isChosen, onChoose, onOpen }: RowProps) {
  const { key, method, target, status, upstream, flow, startedAt, error } = row;
  const classes = ["request", isFailed(row) && "failed", isChosen && "chosen"].filter(Boolean).join(" ");
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above
    <div
      role="row"
      id={rowId(key)}
      class={classes}
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
