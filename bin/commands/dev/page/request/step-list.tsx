import { memo } from "preact/compat";
import { useId, useLayoutEffect } from "preact/hooks";
import { duration } from "../shared/figures.js";
import { lineText } from "../shared/place.js";
import type { Step } from "./steps.js";

const deepestIndent = 8;

export interface StepListProps {
  readonly steps: readonly Step[];
  readonly current: number;
  readonly onStep: (index: number) => void;
  /** Milliseconds of the whole request. */
  readonly total: number;
}

/** The actions of all flows of a request, in the order in which they began. The view has the keys. */
export function StepList({ steps, current, onStep, total }: StepListProps) {
  const prefix = useId();
  useLayoutEffect(() => {
    document.getElementById(`${prefix}-${current}`)?.scrollIntoView({ block: "nearest" });
  }, [prefix, current, steps.length]);
  const click = (event: MouseEvent) => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-step]") : null;
    if (row !== null) onStep(Number(row.dataset.step));
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the view has keys that go from step to step
    <div
      class="step-list"
      role="listbox"
      aria-label="Steps"
      aria-activedescendant={`${prefix}-${current}`}
      tabIndex={0}
      onClick={click}
    >
      {steps.map((step) => (
        <Row
          key={step.index}
          id={`${prefix}-${step.index}`}
          step={step}
          isCurrent={step.index === current}
          isFirstOfFile={steps[step.index - 1]?.position?.file !== step.position?.file}
          total={total}
        />
      ))}
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly step: Step;
  readonly isCurrent: boolean;
  readonly isFirstOfFile: boolean;
  readonly total: number;
}

/** Stays as it is while somebody steps through others. */
const Row = memo(function Row({ id, step, isCurrent, isFirstOfFile, total }: RowProps) {
  const { index, name, position, depth, took, state, at } = step;
  const share = (milliseconds: number) => `${Math.min(100, (100 * milliseconds) / total)}%`;
  return (
    <>
      {isFirstOfFile && position !== undefined && (
        <div class="step-file" aria-hidden="true" title={position.file}>
          {position.file}
        </div>
      )}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the list has the focus, and names the option */}
      <div
        id={id}
        class={`step ${state}`}
        role="option"
        aria-selected={isCurrent}
        data-step={index}
        style={{ "--depth": Math.min(depth, deepestIndent) }}
      >
        <span class="step-name">
          {state === "failed" && <span title="It ended with an error">✕ </span>}
          {name}
        </span>
        <span class="step-line muted">
          {position !== undefined && (
            <>
              <span class="hidden">{position.file}</span>
              {lineText(position.line)}
            </>
          )}
        </span>
        <span class="step-bar" aria-hidden="true">
          <span style={{ left: share(at), width: share(took ?? 0) }} />
        </span>
        <span class="step-time muted">
          {state === "running" ? "…" : took === undefined ? "" : duration(took)}
        </span>
      </div>
    </>
  );
});
