import type { Trace } from "../../../../../runtime/observe/trace/index.js";
import { positionText } from "../shared/place.js";
import { Status } from "../shared/status.js";
import { type ErrorChain, readErrors } from "./error-chain.js";
import type { Passage } from "./steps.js";

export interface ErrorBannerProps {
  readonly trace: Trace;
  readonly passage: Passage;
  readonly onStep: (index: number) => void;
}

/** Each error with the way it took: from where it was thrown through `$error` and the error flow to the answer. */
export function ErrorBanner({ trace, passage, onStep }: ErrorBannerProps) {
  const errors = readErrors(trace, passage);
  if (errors.length === 0) return null;
  return (
    <section class="errors" aria-label="Errors">
      {errors.slice(0, 5).map((error, index) => (
        <div key={index}>
          <p class="error-message">✕ {error.message.slice(0, 500)}</p>
          {error.info.slice(0, 5).map((info, each) => (
            <p key={each} class="error-info">
              {info.slice(0, 500)}
            </p>
          ))}
          <Chain error={error} onStep={onStep} />
        </div>
      ))}
    </section>
  );
}

function Chain({ error, onStep }: { readonly error: ErrorChain; readonly onStep: (index: number) => void }) {
  const { callers, position, step, handler, answer, event } = error;
  const first = handler?.firstStep;
  return (
    <ol class="chain">
      {callers.map(({ index, name, position: at }) => (
        <li key={index}>
          <StepLink
            onClick={() => onStep(index)}
            text={`${name} ${at === undefined ? "" : positionText(at)}`}
          />
        </li>
      ))}
      <li>
        {step === undefined ? (
          <span>{position === undefined ? "before any flow" : positionText(position)}</span>
        ) : (
          <StepLink
            onClick={() => onStep(step.index)}
            text={`${step.name} ${position === undefined ? "" : positionText(position)}`}
          />
        )}
      </li>
      <li>
        <span class="mono">$error</span>
        {event.status !== undefined && <span class="muted"> status {event.status}</span>}
      </li>
      {handler !== undefined && (
        <li>
          {first === undefined ? (
            handler.file
          ) : (
            <StepLink onClick={() => onStep(first)} text={handler.file} />
          )}
        </li>
      )}
      {answer !== undefined && (
        <li>
          answer <Status status={answer} />
        </li>
      )}
    </ol>
  );
}

const StepLink = ({ text, onClick }: { readonly text: string; readonly onClick: () => void }) => (
  <button type="button" class="plain link" onClick={onClick}>
    {text}
  </button>
);
