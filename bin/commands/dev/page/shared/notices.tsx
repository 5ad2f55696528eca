import { createStore, useStore } from "../data/store.js";

interface Notice {
  readonly text: string;
  readonly isProblem: boolean;
}

const notice = createStore<Notice | undefined>(undefined);
const shownFor = 8000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something at the edge of the page, for a few seconds; screen readers say it, too. */
export function notify(text: string): void {
  show({ text, isProblem: false });
}

/** As `notify`, and stays until it is closed. Takes what was caught. */
export function notifyProblem(error: unknown): void {
  show({ text: error instanceof Error ? error.message : String(error), isProblem: true });
}

function show(next: Notice): void {
  clearTimeout(timer);
  notice.set(next);
  if (!next.isProblem) timer = setTimeout(() => notice.set(undefined), shownFor);
}

export function Notices() {
  const shown = useStore(notice);
  return (
    <div class="notices" role="status" aria-live="polite">
      {shown !== undefined && (
        <p class={shown.isProblem ? "notice problem" : "notice"}>
          <span>{shown.text}</span>
          <button type="button" class="plain" aria-label="Close" onClick={() => notice.set(undefined)}>
            ×
          </button>
        </p>
      )}
    </div>
  );
}
