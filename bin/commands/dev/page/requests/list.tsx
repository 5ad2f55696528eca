import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { RequestSummary } from "../../api.js";
import { useMedia } from "../shared/media.js";
import { RequestRow, rowId } from "./row.js";

export interface ListProps {
  /** The newest first. */
  readonly rows: readonly RequestSummary[];
  readonly chosen: number | undefined;
  readonly compared: number | undefined;
  readonly onChoose: (key: number) => void;
  readonly onOpen: (key: number) => void;
}

/** Rows that are drawn beyond what is seen, on both sides. */
const margin = 8;

const columns = ["#", "Method", "Path", "Status", "Time", "Upstream", "Flow", "Began"];

/** The requests as a grid with one cursor. Only the rows that are seen are drawn, however many there are. */
export function RequestList({ rows, chosen, compared, onChoose, onOpen }: ListProps) {
  const isNarrow = useMedia("(max-width: 720px)");
  const height = isNarrow ? 50 : 27;
  const element = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 800 });
  const look = () => {
    const box = element.current;
    if (box !== null) setView({ top: box.scrollTop, height: box.clientHeight });
  };
  useEffect(() => {
    const box = element.current;
    if (box === null) return;
    const observer = new ResizeObserver(look);
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  useStillness(element, rows, height);
  const index = rows.findIndex(({ key }) => key === chosen);
  useLayoutEffect(() => show(element.current, index, height), [chosen, height]);

  const first = Math.max(0, Math.floor(view.top / height) - margin);
  const last = Math.min(rows.length, Math.ceil((view.top + view.height) / height) + margin);
  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, Math.floor(view.height / height) - 2);
    const next = target(event.key, index, rows.length, page);
    const row = next === undefined ? undefined : rows[next];
    if (event.key === "Enter" && chosen !== undefined && index >= 0) onOpen(chosen);
    else if (row !== undefined) onChoose(row.key);
    else return;
    event.preventDefault();
  };
  return (
    <div
      class="requests"
      role="grid"
      aria-label="Requests"
      aria-rowcount={rows.length + 1}
      aria-activedescendant={index >= first && index < last ? rowId(chosen ?? 0) : undefined}
      tabIndex={0}
      ref={element}
      onScroll={look}
      onKeyDown={move}
    >
      <Head />
      <div role="rowgroup" class="body" style={{ height: `${rows.length * height}px` }}>
        {rows.slice(first, last).map((row, offset) => (
          <RequestRow
            key={row.key}
            row={row}
            position={first + offset}
            height={height}
            isChosen={row.key === chosen}
            isCompared={row.key === compared}
            onChoose={onChoose}
            onOpen={onOpen}
          />
        ))}
      </div>
    </div>
  );
}

function Head() {
  return (
    <div role="rowgroup" class="head">
      <div role="row" class="request" aria-rowindex={1}>
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
    </div>
  );
}

/** The row that a key leads to. */
function target(key: string, from: number, count: number, page: number): number | undefined {
  const last = count - 1;
  if (key === "ArrowDown") return Math.min(last, from + 1);
  if (key === "ArrowUp") return Math.max(0, from - 1);
  if (key === "PageDown") return Math.min(last, from + page);
  if (key === "PageUp") return Math.max(0, from - page);
  if (key === "Home") return 0;
  return key === "End" ? last : undefined;
}

/** Scrolls as little as needed to show a row below the head. */
function show(box: HTMLDivElement | null, index: number, height: number): void {
  if (box === null || index < 0) return;
  const head = box.querySelector<HTMLElement>(".head")?.offsetHeight ?? 0;
  const top = index * height;
  if (top < box.scrollTop) box.scrollTop = top;
  const most = top + height + head - box.clientHeight;
  if (most > box.scrollTop) box.scrollTop = most;
}

/** New requests come on top. What somebody has scrolled to stays where it is. */
function useStillness(
  element: { readonly current: HTMLDivElement | null },
  rows: readonly RequestSummary[],
  height: number,
): void {
  const newest = useRef(rows[0]?.key);
  useLayoutEffect(() => {
    const box = element.current;
    const before = newest.current;
    newest.current = rows[0]?.key;
    if (box === null || box.scrollTop === 0 || before === undefined) return;
    const added = rows.findIndex(({ key }) => key <= before);
    if (added > 0) box.scrollTop += added * height;
  }, [rows]);
}
