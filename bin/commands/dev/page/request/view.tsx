import "./request.css";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { MessageEvent, Trace, UpstreamEvent } from "../../../../../runtime/observe/trace/index.js";
import { useTrace } from "../data/fetched.js";
import { duration } from "../shared/figures.js";
import { useKeys } from "../shared/keys.js";
import { openInEditor } from "../shared/open-in-editor.js";
import { positionOf } from "../shared/place.js";
import { linkTo, type ViewProps } from "../shared/route.js";
import { Tabs } from "../shared/tabs.js";
import { CodePanes } from "./code-panes.js";
import { ErrorBanner } from "./error-banner.js";
import { Exchanges, Received, Sent } from "./exchanges.js";
import { Header } from "./header.js";
import { LongText } from "./long-text.js";
import { StatePanel } from "./state-panel.js";
import { StepList } from "./step-list.js";
import { type Passage, readPassage } from "./steps.js";
import { readWaterfall } from "./waterfall.js";

/** One request, as it went through its flows. */
export function RequestView({ path }: ViewProps) {
  const { key, step } = readStepLink(path[0] ?? "");
  const { value: trace, problem } = useTrace(key);
  if (trace !== undefined) return <Request key={key} requestKey={key} trace={trace} linkedStep={step} />;
  if (problem === undefined) return <p class="muted pad">…</p>;
  return (
    <div class="empty">
      <h1>{problem}</h1>
      <p>
        <a href={linkTo("requests")}>All requests</a>
      </p>
    </div>
  );
}

/** Reads `#/requests/12?step=4`, from the segment after the name of the view. */
function readStepLink(segment: string): { readonly key: number; readonly step: number | undefined } {
  const [, key = Number.NaN, step] = /^(\d{1,15})(?:\?step=(\d{1,9}))?$/.exec(segment) ?? [];
  // Steps are counted from 1 for people.
  return { key: Number(key), step: step === undefined ? undefined : Number(step) - 1 };
}

interface RequestProps {
  readonly requestKey: number;
  readonly trace: Trace;
  readonly linkedStep: number | undefined;
}

function Request({ requestKey, trace, linkedStep }: RequestProps) {
  const passage = useMemo(() => readPassage(trace), [trace]);
  const waterfall = useMemo(() => readWaterfall(trace), [trace]);
  const [chosen, setChosen] = useState(linkedStep);
  useEffect(() => setChosen(linkedStep), [linkedStep]);
  const [openFile, setOpenFile] = useState<string>();
  const { steps, flows } = passage;
  const [chosenPanel, setPanel] = useState<string>();
  const panel = chosenPanel ?? (steps.length > 0 ? "state" : "answer");
  const current = Math.min(chosen ?? firstShown(trace, passage), steps.length - 1);
  const step = steps[current];
  const file =
    openFile ??
    step?.position?.file ??
    flows.find(({ role }) => role === "operation")?.file ??
    flows[0]?.file;
  const goTo = (index: number) => {
    const next = Math.max(0, Math.min(steps.length - 1, index));
    setChosen(next);
    // The flow of the step opens.
    setOpenFile(undefined);
    history.replaceState(null, "", `${linkTo("requests", requestKey)}?step=${next + 1}`);
  };
  const [next, before] = [() => goTo(current + 1), () => goTo(current - 1)];
  useKeys({
    ...{ ArrowDown: next, j: next, ArrowUp: before, k: before },
    Home: () => goTo(0),
    End: () => goTo(steps.length - 1),
    o: () => openInEditor(step?.position),
  });
  const goToPlace = (event: UpstreamEvent) => {
    const found = steps.find(({ events }) => events.includes(event));
    if (found !== undefined) goTo(found.index);
    else if (event.place !== undefined) setOpenFile(positionOf(event.place).file);
  };
  const ofStep = (step?.events ?? []).filter((event): event is UpstreamEvent => event.kind === "upstream");
  const messages = messagesOf(trace).length;
  return (
    <div class="request-view">
      <div class="request-top">
        <Header
          requestKey={requestKey}
          trace={trace}
          position={step?.position ?? (file === undefined ? undefined : positionOf(file))}
        />
        <ErrorBanner trace={trace} passage={passage} onStep={goTo} />
      </div>
      <section class="request-steps" aria-label="Steps of the request">
        {steps.length === 0 ? (
          <p class="muted pad">
            {trace.duration === undefined ? "No action has run yet." : "No action ran."}
          </p>
        ) : (
          <StepList steps={steps} current={current} onStep={goTo} total={waterfall.width} />
        )}
      </section>
      <section class="request-code" aria-label="Code">
        <CodePanes {...{ trace, passage, file, step }} onFile={setOpenFile} onStep={goTo} />
      </section>
      <section class="request-panel" aria-label="What happened">
        <Tabs
          label="What happened"
          open={panel}
          onOpen={setPanel}
          tabs={[
            {
              id: "state",
              label: "State",
              content: () => (
                <StatePanel {...{ trace, passage, step }} onExchanges={() => setPanel("upstream")} />
              ),
            },
            {
              id: "upstream",
              label: <Counted label="Upstream" count={waterfall.exchanges.length} />,
              content: () => <Exchanges waterfall={waterfall} ofStep={ofStep} onPlace={goToPlace} />,
            },
            {
              id: "answer",
              label: "Request and answer",
              content: () => (
                <div class="messages pad">
                  <h2 class="hidden">Request and answer</h2>
                  <Sent request={trace.request} />
                  <Received response={trace.response} />
                </div>
              ),
            },
            {
              id: "log",
              label: <Counted label="Log" count={messages} />,
              content: () => <Messages trace={trace} />,
            },
          ]}
        />
      </section>
      <p class="hidden" role="status">
        {step === undefined ? "" : `Step ${current + 1} of ${steps.length}: ${step.name}`}
      </p>
    </div>
  );
}

const Counted = ({ label, count }: { readonly label: string; readonly count: number }) => (
  <>
    {label}
    {count > 0 && <span class="count">{count}</span>}
  </>
);

/** Where an error was thrown, or what the flow of the operation did last. */
function firstShown({ flow }: Trace, { steps }: Passage): number {
  const thrown = steps.findIndex(({ events }) => events.some(({ kind }) => kind === "error"));
  if (thrown >= 0) return thrown;
  const last = steps.findLastIndex(({ position }) => position?.file === flow);
  return last >= 0 ? last : steps.length - 1;
}

/** The messages that the engine and the flows wrote to the log, and those that they show for debugging. */
function Messages({ trace }: { readonly trace: Trace }) {
  const messages = messagesOf(trace);
  if (messages.length === 0) return <p class="muted pad">Nothing was logged.</p>;
  return (
    <ul class="messages-list">
      {messages.slice(0, 500).map(({ at, level, topic, text, place }, index) => (
        <li key={index}>
          <span class="row">
            <span class="muted">{duration(at)}</span>
            <span class={level === "alert" ? "badge error" : "badge"}>{level}</span>
            <span class="mono">{topic}</span>
            {place !== undefined && <span class="place muted">{place}</span>}
          </span>
          <LongText text={text} label={topic} />
        </li>
      ))}
    </ul>
  );
}

const messagesOf = ({ events }: Trace): readonly MessageEvent[] =>
  events.filter((event): event is MessageEvent => event.kind === "message");
