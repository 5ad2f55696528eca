import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import type { Trace, UpstreamEvent } from "../../../../../runtime/observe/trace/index.js";
import { duration } from "../shared/figures.js";
import { positionText } from "../shared/place.js";
import { inOneLine, resultOf } from "./notes.js";
import { type ShownState, stateAfter } from "./state.js";
import type { Passage, Step } from "./steps.js";
import { Fields, MessageBody, Value } from "./value.js";

export interface StatePanelProps {
  readonly trace: Trace;
  readonly passage: Passage;
  readonly step: Step | undefined;
  readonly onExchanges: () => void;
}

/** The values that are set and written after a step; those that the step changed come first, open. */
export function StatePanel({ trace, passage, step, onExchanges }: StatePanelProps) {
  const { variables, outputs } = stateAfter(passage, step?.index ?? 0);
  const set = variables.filter(({ isSet }) => isSet);
  const others = variables.filter(({ isSet }) => !isSet);
  const written = outputs.filter(({ isSet }) => isSet);
  const exchanges = (step?.events ?? []).filter((event): event is UpstreamEvent => event.kind === "upstream");
  const isQuiet = set.length + written.length + exchanges.length === 0;
  return (
    <div class="state-panel">
      {step !== undefined && <StepTitle step={step} />}
      {isQuiet && <p class="muted">Nothing was set at this step.</p>}
      {exchanges.slice(0, 10).map((exchange, index) => (
        <p key={index}>
          <button type="button" class="plain link mono" onClick={onExchanges}>
            {summaryOf(exchange)}
          </button>
        </p>
      ))}
      {set.map((state) => (
        <State key={`${step?.index} ${state.name}`} sign="$" state={state} />
      ))}
      {written.map((state) => (
        <State key={`${step?.index} ${state.name}`} state={state} />
      ))}
      {outputs.length > written.length && (
        <section>
          <h3>Written before</h3>
          {outputs
            .filter(({ isSet }) => !isSet)
            .map((state) => (
              <State key={state.name} state={state} />
            ))}
        </section>
      )}
      <section>
        <h3>{others.length === 0 ? "$request" : "Variables"}</h3>
        {others.map((state) => (
          <State key={state.name} sign="$" state={state} />
        ))}
        <ClientRequest trace={trace} />
      </section>
    </div>
  );
}

function StepTitle({ step: { name, position, took, state, at } }: { readonly step: Step }) {
  return (
    <h2 class="row">
      <span class="mono">{name}</span>
      {position !== undefined && <span class="place muted">{positionText(position)}</span>}
      <span class="muted">
        {state === "running" ? "still runs" : took === undefined ? "" : duration(took)} at {duration(at)}
      </span>
      {state === "failed" && <span class="badge error">ended with an error</span>}
    </h2>
  );
}

/** `user GET http://users/7 → 200 in 12 ms` */
const summaryOf = (event: UpstreamEvent): string =>
  `${event.id} ${event.request.method} ${event.request.target.slice(0, 100)} → ${resultOf(event)}`;

interface FoldProps {
  readonly title: ComponentChildren;
  readonly isChanged?: boolean;
  readonly isOpenAtFirst?: boolean;
  readonly children: () => ComponentChildren;
}

/** The content of a closed fold is not even read: it may be long. */
function Fold({ title, isChanged = false, isOpenAtFirst = false, children }: FoldProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <details
      class={`variable${isChanged ? " changed" : ""}`}
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>{title}</summary>
      {isOpen && children()}
    </details>
  );
}

/** @param sign what a variable begins with */
function State({ state, sign = "" }: { readonly state: ShownState; readonly sign?: string }) {
  const { name, value, before, isSet, isChanged } = state;
  const label = `${sign}${name}`;
  const title = (
    <>
      <span class="mono name">{label}</span>
      <span class="preview muted">{inOneLine(value)}</span>
      <span class="type muted">{value.type}</span>
      {isSet && (
        <span class="badge">{before === undefined ? "new" : isChanged ? "changed" : "set again"}</span>
      )}
    </>
  );
  return (
    <Fold title={title} isChanged={isChanged} isOpenAtFirst={isSet}>
      {() => (
        <>
          <Value value={value} label={label} />
          {isChanged && before !== undefined && (
            <div class="before">
              <span class="muted">before</span>
              <Value value={before} label={`${label} before`} />
            </div>
          )}
        </>
      )}
    </Fold>
  );
}

function ClientRequest({ trace: { request } }: { readonly trace: Trace }) {
  const title = (
    <>
      <span class="mono name">$request</span>
      <span class="preview muted">
        {request.method} {request.target.slice(0, 100)}
      </span>
    </>
  );
  return (
    <Fold title={title}>
      {() => (
        <>
          <Fields fields={request.fields} />
          <MessageBody message={request} label="Body of the request" />
        </>
      )}
    </Fold>
  );
}
