import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Trace } from "../../../../../runtime/observe/trace/index.js";
import type { FlowSource } from "../../api.js";
import { useFetched } from "../data/fetched.js";
import { Code } from "../shared/code.js";
import { Tabs } from "../shared/tabs.js";
import { indexLinks, type LineMark, markLines, moduleKey, skippedModuleLines } from "./marks.js";
import { notesOf } from "./notes.js";
import type { Passage, Step } from "./steps.js";

export interface CodePanesProps {
  readonly trace: Trace;
  readonly passage: Passage;
  /** The file that is open. */
  readonly file: string | undefined;
  readonly onFile: (file: string) => void;
  readonly step: Step | undefined;
  readonly onStep: (index: number) => void;
}

/** A line that somebody points at, in the flow or in a module. */
interface Pointed {
  readonly module: string | undefined;
  readonly line: number;
}

/** The flows of the request, and beside them the code that they became. */
export function CodePanes({ trace, passage, file, onFile, step, onStep }: CodePanesProps) {
  const { value: source, problem } = useFetched<FlowSource>(
    file && `/source?file=${encodeURIComponent(file)}&build=${trace.build}`,
  );
  if (passage.flows.length === 0) return <p class="muted pad">No flow answered this request.</p>;
  return (
    <Tabs
      label="Flows of the request"
      open={file ?? ""}
      onOpen={onFile}
      tabs={passage.flows.map((flow) => ({
        id: flow.file,
        label: (
          <>
            {flow.file} <span class="muted">{roleOf(flow.role, flow.times)}</span>
          </>
        ),
        content: () => {
          if (problem !== undefined) return <p class="problem">{problem}</p>;
          if (source === undefined) return <p class="muted pad">…</p>;
          return (
            <>
              <BuildNote trace={trace} source={source} />
              <Panes key={source.file} {...{ trace, passage, source, step, onStep }} />
            </>
          );
        },
      }))}
    />
  );
}

const roleOf = (role: string, times: number): string => (times > 1 ? `${role} ${times}×` : role);

/** Says when the lines may not be those that ran. */
function BuildNote({ trace, source }: { readonly trace: Trace; readonly source: FlowSource }) {
  if (trace.build === source.build) return null;
  return (
    <p class="build-note">
      {trace.build === 0
        ? "The request was answered elsewhere: this is the flow as it is here."
        : `Build ${trace.build} answered the request; this is the flow in build ${source.build}.`}
    </p>
  );
}

interface PanesProps extends Pick<CodePanesProps, "trace" | "passage" | "step" | "onStep"> {
  readonly source: FlowSource;
}

function Panes({ trace, passage, source, step, onStep }: PanesProps) {
  const lineCount = useMemo(() => source.text.split(/\r\n?|\n/).length, [source]);
  const marks = useMemo(
    () => markLines(source, lineCount, trace, passage),
    [source, lineCount, trace, passage],
  );
  const links = useMemo(() => indexLinks(source.links), [source]);
  const notes = useMemo(() => notesOf(source.file, passage.steps, step?.index ?? 0), [source, passage, step]);
  const [hovered, setHovered] = useState<Pointed>();
  const [chosen, setChosen] = useState<Pointed>();
  const [openModule, setOpenModule] = useState<string>();
  useEffect(() => setChosen(undefined), [step?.index]);

  const stepLine = step?.position?.file === source.file ? step.position.line : undefined;
  const stepEnd = source.actions.find(({ line }) => line === stepLine)?.endLine ?? stepLine ?? 0;
  const pointed = hovered ?? chosen;
  const flowLines =
    pointed === undefined
      ? linesFrom(stepLine, stepEnd)
      : pointed.module === undefined
        ? [pointed.line]
        : (links.fromModule.get(moduleKey(pointed.module, pointed.line)) ?? []).map(
            ({ flowLine }) => flowLine,
          );
  const linked = flowLines.flatMap((line) => links.fromFlow.get(line) ?? []);
  const module =
    pointed?.module ??
    linked.find((link) => link.module === openModule)?.module ??
    linked[0]?.module ??
    openModule ??
    source.modules[0]?.path;
  const text = source.modules.find(({ path }) => path === module)?.text;
  const moduleLines = new Set(linked.filter((link) => link.module === module).map((link) => link.moduleLine));
  const moduleLine = pointed?.module === module ? pointed?.line : firstOf(moduleLines);

  const skipped = useMemo(() => skippedModuleLines(module ?? "", links, marks), [module, links, marks]);

  const stepTo = (line: number) => {
    const here = passage.steps.filter(
      ({ position }) => position?.file === source.file && position.line === line,
    );
    const next = here.find(({ index }) => index > (step?.index ?? -1)) ?? here[0];
    if (next !== undefined) onStep(next.index);
  };
  // By keys, wherever the mouse rests.
  const choose = (line: Pointed) => {
    setHovered(undefined);
    setChosen(line);
  };
  const flowPane = (
    <Pane
      lineCount={lineCount}
      line={pointed?.module === undefined ? (pointed?.line ?? stepLine) : flowLines[0]}
      onHover={(line) => setHovered(line === undefined ? undefined : { module: undefined, line })}
      onChoose={(line) => choose({ module: undefined, line })}
      onEnter={stepTo}
    >
      <Code
        label={`Flow ${source.file}`}
        code={source.text}
        language={source.file.endsWith(".xml") ? "xml" : "text"}
        current={flowLines[0]}
        currentEnd={lastOf(flowLines)}
        lineClass={(line) => classOf(marks[line - 1], line === stepLine, flowLines.includes(line))}
        mark={(line) => <Mark mark={marks[line - 1]} />}
        note={(line) => <Note mark={marks[line - 1]} note={notes.get(line)} />}
        onLine={(line) => setChosen({ module: undefined, line })}
      />
    </Pane>
  );
  const modulePane =
    module === undefined || text === undefined ? (
      <p class="muted pad">No code was generated for this file.</p>
    ) : (
      <>
        <ModuleChoice modules={source.modules} current={module} onChoose={setOpenModule} />
        <Pane
          lineCount={text.split("\n").length}
          line={moduleLine}
          onHover={(line) => setHovered(line === undefined ? undefined : { module, line })}
          onChoose={(line) => choose({ module, line })}
          onEnter={() => stepTo(flowLines[0] ?? 0)}
        >
          <Code
            key={module}
            label={`Generated code ${module}`}
            code={text}
            language="typescript"
            current={moduleLine}
            currentEnd={pointed?.module === module ? moduleLine : lastOf(moduleLines)}
            lineClass={(line) =>
              `${moduleLines.has(line) ? "linked" : ""} ${skipped.has(line) ? "not-run" : ""}`.trim()
            }
            onLine={(line) => setChosen({ module, line })}
          />
        </Pane>
      </>
    );
  return (
    <div class="split">
      <div class="pane">{flowPane}</div>
      <div class="pane">{modulePane}</div>
    </div>
  );
}

function linesFrom(first: number | undefined, last: number): readonly number[] {
  return first === undefined
    ? []
    : Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => first + index);
}

const firstOf = (lines: ReadonlySet<number>): number | undefined =>
  [...lines].sort((one, other) => one - other)[0];

const lastOf = (lines: Iterable<number>): number | undefined =>
  [...lines].sort((one, other) => one - other).at(-1);

interface PaneProps {
  readonly children: ComponentChildren;
  readonly lineCount: number;
  /** The line that the arrow keys start from. */
  readonly line: number | undefined;
  readonly onHover: (line: number | undefined) => void;
  readonly onChoose: (line: number) => void;
  /** Enter, on a line that was chosen. */
  readonly onEnter: (line: number) => void;
}

/** Code whose lines are pointed at, with the mouse or, while it has the focus, with the arrow keys. */
function Pane({ children, lineCount, line = 0, onHover, onChoose, onEnter }: PaneProps) {
  const pointer = useRef<string | undefined>(undefined);
  const hover = ({ target, screenX, screenY }: PointerEvent) => {
    // A line that was scrolled to where the mouse rests is not pointed at.
    const place = `${screenX} ${screenY}`;
    if (place === pointer.current) return;
    pointer.current = place;
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-line]") : null;
    onHover(row === null ? undefined : Number(row.dataset.line));
  };
  const leave = ({ relatedTarget }: PointerEvent) => {
    pointer.current = undefined;
    // The other code says itself what is pointed at in it: nothing is scrolled in between.
    const next = relatedTarget instanceof Element ? relatedTarget.closest(".code-pane") : null;
    if (next === null) onHover(undefined);
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0) onChoose(Math.min(lineCount, Math.max(1, line + by)));
    else if (event.key === "Enter" && line > 0) onEnter(line);
    else return;
    event.preventDefault();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the code in it has the focus and the name
    <div class="code-pane" onPointerOver={hover} onPointerLeave={leave} onKeyDown={key}>
      {children}
    </div>
  );
}

function ModuleChoice({ modules, current, onChoose }: ModuleChoiceProps) {
  if (modules.length < 2) return <p class="module-name place muted">{current}</p>;
  return (
    <label class="module-name">
      <span class="hidden">Generated module</span>
      <select value={current} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {modules.map(({ path }) => (
          <option key={path} value={path}>
            {path}
          </option>
        ))}
      </select>
    </label>
  );
}

interface ModuleChoiceProps {
  readonly modules: FlowSource["modules"];
  readonly current: string;
  readonly onChoose: (module: string) => void;
}

function classOf(mark: LineMark | undefined, isStep: boolean, isPointed: boolean): string {
  const classes = [isStep ? "at-step" : "", isPointed ? "linked" : ""];
  if (mark !== undefined && mark.errors.length > 0) classes.push("failed");
  else if (mark?.isSkipped) classes.push("not-run");
  else if ((mark?.ran ?? 0) > 0) classes.push("ran");
  return classes.filter((each) => each !== "").join(" ");
}

function Mark({ mark }: { readonly mark: LineMark | undefined }) {
  if (mark === undefined) return null;
  if (mark.isSkipped) return <span class="hidden">not taken</span>;
  if (mark.ran === undefined || mark.ran === 1) return null;
  return <span title={`It ran ${mark.ran} times`}>{mark.ran}×</span>;
}

function Note({ mark, note }: { readonly mark: LineMark | undefined; readonly note: string | undefined }) {
  const errors = mark?.errors ?? [];
  return (
    <>
      {note !== undefined && <span class="line-note">{note}</span>}
      {errors.slice(0, 3).map((error, index) => (
        <span key={index} class="line-error">
          ✕ {error.slice(0, 300)}
        </span>
      ))}
    </>
  );
}
