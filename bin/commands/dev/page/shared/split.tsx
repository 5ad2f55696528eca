import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

export interface SplitProps {
  /** What the first pane shows, for the handle between them. */
  readonly label: string;
  readonly first: ComponentChildren;
  readonly second: ComponentChildren;
  /** How much of the width the first pane has at first, in percent. */
  readonly share?: number;
}

const smallest = 15;
const step = 5;

/** Two panes side by side, below each other where it is narrow. The handle between them is dragged, or moved by arrow
 *  keys. */
export function Split({ label, first, second, share: atFirst = 50 }: SplitProps) {
  const [share, setShare] = useState(atFirst);
  const whole = useRef<HTMLDivElement>(null);
  const move = (to: number) => setShare(Math.min(100 - smallest, Math.max(smallest, to)));
  const drag = (event: PointerEvent) => {
    const box = whole.current?.getBoundingClientRect();
    if (event.buttons === 0 || box === undefined) return;
    move(((event.clientX - box.left) / box.width) * 100);
  };
  const key = (event: KeyboardEvent) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    event.preventDefault();
    event.stopPropagation();
    move(share + (event.key === "ArrowLeft" ? -step : step));
  };
  return (
    <div class="split" ref={whole} style={{ "--share": `${share}%` }}>
      <div class="pane">{first}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a separator that is moved is no <hr> */}
      <div
        class="handle"
        role="separator"
        aria-orientation="vertical"
        aria-label={`Width of ${label}`}
        aria-valuenow={Math.round(share)}
        aria-valuemin={smallest}
        aria-valuemax={100 - smallest}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onKeyDown={key}
      />
      <div class="pane">{second}</div>
    </div>
  );
}
