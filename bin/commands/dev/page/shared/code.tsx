import type { ComponentChildren } from "preact";
import { memo } from "preact/compat";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { type CodeLine, highlightLines, type Language } from "./highlighting.js";

export interface CodeProps {
  /** The name of the code, for screen readers: `users/get.xml`. */
  readonly label: string;
  readonly code: string;
  readonly language: Language;
  /** Classes of a line, from 1: `ran`, `not-run`, `linked`, `changed`, or a view's own. */
  readonly lineClass?: (line: number) => string | undefined;
  /** The content between the number and the line, such as how often it ran. */
  readonly mark?: (line: number) => ComponentChildren;
  /** The content behind the line, such as the values that it set. */
  readonly note?: (line: number) => ComponentChildren;
  readonly onLine?: (line: number) => void;
  /** The line that is chosen. It is scrolled to. */
  readonly current?: number | undefined;
  /** The last line that belongs to it. It is scrolled to as well, as far as there is room. */
  readonly currentEnd?: number | undefined;
  /** Without numbers, for bodies. */
  readonly isPlain?: boolean;
}

/** The browser lays out only the blocks that are seen. */
const linesOfBlock = 50;

/** Code with numbers and colours. */
export function Code(props: CodeProps) {
  const { label, code, language, lineClass, mark, note, onLine, current, currentEnd, isPlain } = props;
  const lines = useMemo(() => highlightLines(code, language), [code, language]);
  const element = useRef<HTMLElement>(null);
  // At once, not after the line is drawn: the mouse may be on its way to what is seen.
  useLayoutEffect(() => {
    if (current !== undefined) scrollToLines(element.current, current, currentEnd ?? current);
  }, [current, currentEnd, code]);
  const click = (event: MouseEvent) => {
    const line = lineOf(event.target);
    // Text that somebody selects to copy is not a choice of a line.
    if (line !== undefined && getSelection()?.isCollapsed !== false) onLine?.(line);
  };
  const blocks = Math.ceil(lines.length / linesOfBlock);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the views have keys that go from line to line
    <section
      ref={element}
      class={`code${isPlain ? " plain" : ""}${onLine === undefined ? "" : " clickable"}`}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
      tabIndex={0}
      onClick={onLine === undefined ? undefined : click}
    >
      {Array.from({ length: blocks }, (_, block) => {
        const first = block * linesOfBlock;
        const count = Math.min(linesOfBlock, lines.length - first);
        return (
          <div class="block" key={first} style={{ containIntrinsicSize: `auto ${count * 1.5}em` }}>
            {lines.slice(first, first + count).map((line, index) => {
              const number = first + index + 1;
              const chosen = number === current ? " current" : "";
              return (
                <div
                  key={number}
                  data-line={number}
                  class={`line ${lineClass?.(number) ?? ""}${chosen}`}
                  aria-current={number === current ? "true" : undefined}
                >
                  {!isPlain && <span class="number">{number}</span>}
                  {mark !== undefined && <span class="mark">{mark(number)}</span>}
                  <Pieces line={line} />
                  {note?.(number)}
                </div>
              );
            })}
          </div>
        );
      })}
    </section>
  );
}

/** Lines stay as they are while their marks change. */
const Pieces = memo(function Pieces({ line }: { readonly line: CodeLine }) {
  return (
    <code>
      {line.map(({ text, style }, index) =>
        style === "" ? (
          text
        ) : (
          <span key={index} class={style}>
            {text}
          </span>
        ),
      )}
    </code>
  );
});

function lineOf(target: EventTarget | null): number | undefined {
  const line = target instanceof Element ? target.closest<HTMLElement>("[data-line]") : null;
  return line === null ? undefined : Number(line.dataset.line);
}

/** Only the code is scrolled, and only if a line is out of sight: the page around it stays where it is. */
function scrollToLines(code: HTMLElement | null, first: number, last: number): void {
  const box = code?.getBoundingClientRect();
  const boxOf = (line: number) =>
    code?.querySelector<HTMLElement>(`[data-line="${line}"]`)?.getBoundingClientRect();
  const [start, end = start] = [boxOf(first), boxOf(last)];
  if (code === null || box === undefined || start === undefined || end === undefined) return;
  const top = start.top - box.top;
  const isSeen = top >= 0 && start.bottom <= box.bottom;
  const toFirst = isSeen ? 0 : top - box.height / 3;
  // Browsers round where they scroll to.
  const hidden = Math.max(0, Math.ceil(end.bottom - toFirst - box.bottom));
  // Two lines before the first stay in sight.
  const free = Math.max(0, top - toFirst - 2 * start.height);
  code.scrollTop += toFirst + Math.min(hidden, free);
}
