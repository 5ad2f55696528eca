import type { TracedBuild } from "../../../compiler/session/index.js";
import type { Inputs } from "../../../compiler/source/index.js";
import type { Trace, TraceEvent, UpstreamEvent } from "../../../runtime/observe/trace/index.js";
import type { Difference, Place } from "../../recording/differences/difference.js";

/** Finds the statement that made a part of an answer: the actions of a trace tell. */
export class Places {
  readonly #description: string | undefined;

  constructor(
    private readonly build: Pick<TracedBuild, "flow">,
    private readonly inputs: Inputs,
  ) {
    this.#description = inputs.list.find((path) => /^(?:swagger|openapi)\.(?:ya?ml|json)$/.test(path));
  }

  /** @param path of the operation, for what no flow has made */
  ofAnswer({ class: kind, what }: Difference, trace: Trace | undefined, path: string): Place | undefined {
    const events = trace?.events ?? [];
    const to = (name: string) => (event: TraceEvent) => event.kind === "output" && event.to === name;
    const isError = (event: TraceEvent) => event.kind === "error" && event.place !== undefined;
    const own =
      kind === "status" || kind.endsWith("-failed")
        ? (kind === "new-failed" && events.findLast(isError)) || events.findLast(to("status"))
        : kind === "field"
          ? events.findLast((event) => to("headers")(event) && shows(event, what))
          : undefined;
    const maker =
      (own?.place && own) ||
      events.findLast((event) => makesContent(event) || isError(event)) ||
      events.findLast(({ kind, place }) => kind === "upstream" && place !== undefined);
    return this.#placed(maker?.place) ?? this.#described(path);
  }

  /** @param sent the upstream request of the app; `undefined` for one that it has not sent */
  ofUpstream(sent: UpstreamEvent | undefined, trace: Trace | undefined, path: string): Place | undefined {
    return (sent === undefined ? this.#notRun(trace) : this.#placed(sent.place)) ?? this.#described(path);
  }

  /** The first action of the flows that sends requests, and did not run; else the flow. */
  #notRun(trace: Trace | undefined): Place | undefined {
    const ran = new Set(trace?.events.flatMap((event) => (event.kind === "action" ? event.place : [])));
    for (const file of [trace?.flow ?? "", ...(trace?.ran.map((each) => each.file) ?? [])]) {
      const actions = this.build.flow(file)?.actions ?? [];
      const found = actions.find(({ name, place }) => /request/.test(name) && !ran.has(place));
      if (found !== undefined) return { file, line: found.line, name: found.name };
    }
    return trace?.flow ? { file: trace.flow, line: 1, name: "" } : undefined;
  }

  #placed(place: string | undefined): Place | undefined {
    const [, file = "", line = ""] = /^(.+?):(\d+)(?::\d+)?$/.exec(place ?? "") ?? [];
    if (file === "") return undefined;
    const action = this.build.flow(file)?.actions.find((each) => each.place === place);
    return { file, line: Number(line), name: action?.name ?? "" };
  }

  /** The path in the API description. */
  #described(path: string): Place | undefined {
    const file = this.#description;
    if (file === undefined) return undefined;
    const lines = this.inputs.read(file)?.split("\n") ?? [];
    const index = lines.findIndex((line) => {
      const [, key = ""] = /^\s*["']?(\/[^"'\s]*?)["']?\s*:/.exec(line) ?? [];
      return key !== "" && path.endsWith(key);
    });
    return { file, line: index + 1 || 1, name: "" };
  }
}

/** Returns true if the event makes the content that the client gets, unless something follows. */
const makesContent = (event: TraceEvent): boolean =>
  event.kind === "output" && event.place !== undefined && !["status", "headers", "dump"].includes(event.to);

const shows = (event: TraceEvent, name: string): boolean =>
  event.kind === "output" && event.value.text.toLowerCase().includes(`"${name}"`);
