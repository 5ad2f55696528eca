import { compile } from "../../../compiler/index.js";
import { assess } from "../../../compiler/move/assess.js";
import { decisions } from "../../../compiler/move/catalogue.js";
import type { Difference as DecidedDifference, Decision } from "../../../compiler/move/decision.js";
import type { Inputs } from "../../../compiler/source/index.js";
import { readJson } from "../../../runtime/data/index.js";
import { isXml } from "../../../runtime/http/index.js";
import {
  type Fields,
  fieldValue,
  type RecordedExchange,
  type Trace,
} from "../../../runtime/observe/trace/index.js";
import type { Ran } from "../../recording/app/worker.js";
import type { Difference, FoundDifference } from "../../recording/differences/difference.js";
import { memberOf, parsedJson } from "../../shared/values.js";

const explaining = [...decisions.values()].filter(({ explains }) => explains !== undefined);

/** Explains differences by decisions: deliberate differences from the original engine, where the app has what they are about. */
export class Decided {
  /** The decisions that touch each operation. Finding them takes as long as a build, and most comparisons need none. */
  #touching: Promise<Touching> | undefined;

  constructor(private readonly inputs: Inputs) {}

  /** @param path of the operation, with the base path */
  async explain<F extends FoundDifference>(
    found: readonly F[],
    exchange: RecordedExchange,
    ran: Ran,
    path: string,
  ): Promise<readonly F[]> {
    const context = contextOf(exchange, ran);
    const of = await Promise.all(
      found.map((each) => each.explanation ?? this.#decision(decidedOf(each, context), path)),
    );
    const isDecision = (each: (typeof of)[number]): each is Decision => typeof each === "object";
    // An answer with another status says something else throughout.
    const ofStatus = of.find((each, index) => isDecision(each) && isStatus(found[index]));
    const explained = found.flatMap((each, index): F | readonly F[] => {
      const own = of[index];
      if (isDecision(own)) return { ...each, explanation: "decision", decision: own.id, reason: own.title };
      return own !== undefined || ofStatus === undefined || each.class.startsWith("upstream-") ? each : [];
    });
    return Promise.all(explained.map((each) => this.#withSuspects(each, exchange.request.method, path)));
  }

  /** Names the decisions that no comparison can tell from a mistake: a person has to look. */
  async #withSuspects<F extends FoundDifference>(found: F, method: string, path: string): Promise<F> {
    const { explanation, place, class: kind } = found;
    if (explanation !== undefined || place === undefined) return found;
    const party = kind.startsWith("upstream-") ? "upstream" : "client";
    const perhaps = [...(await this.#touchingOf(method, path))].flatMap(([decision, files]) => {
      const isSuspect = decision.explains === undefined && decision.noticed.includes(party);
      return isSuspect && files.has(place.file) ? decision.id : [];
    });
    return perhaps.length === 0 ? found : { ...found, perhaps };
  }

  async #touchingOf(method: string, path: string): Promise<ReadonlyMap<Decision, ReadonlySet<string>>> {
    this.#touching ??= touching(this.inputs);
    const touched = await this.#touching;
    return touched.get(`${method} ${path}`) ?? touched.get(`* ${path}`) ?? new Map();
  }

  async #decision(difference: DecidedDifference, path: string): Promise<Decision | undefined> {
    for (const decision of explaining) {
      if (!decision.explains?.(difference)) continue;
      if (decision.touches === undefined && decision.reports === undefined) return decision;
      if ((await this.#touchingOf(difference.method, path)).has(decision)) return decision;
    }
    return undefined;
  }
}

const isStatus = (found: Difference | undefined): boolean =>
  found !== undefined && ["status", "old-failed", "new-failed"].includes(found.class);

/** By operations, the decisions that touch each of them, with the files where they do. */
type Touching = ReadonlyMap<string, ReadonlyMap<Decision, ReadonlySet<string>>>;

async function touching(inputs: Inputs): Promise<Touching> {
  const { program, diagnostics } = await compile(inputs, { findsOnly: true });
  if (program === undefined) return new Map();
  return new Map(
    assess({ program, diagnostics }).operations.map(({ method, path, touched }) => {
      const files = new Map<Decision, Set<string>>();
      for (const { decision, span } of touched)
        files.set(decision, (files.get(decision) ?? new Set()).add(span.source.path));
      return [`${method} ${path}`, files];
    }),
  );
}

type Context = Omit<DecidedDifference, "of" | "part" | "name" | "old" | "new">;

/** The facts that all differences of an exchange share. */
function contextOf({ request, upstream }: RecordedExchange, { trace, status }: Ran): Context {
  const { method, target } = request;
  return {
    ...{ method, target, status, code: errorCode(trace) },
    field: (name) => fieldValue(request.fields, name),
    hasXml: [request, ...upstream.flatMap(({ response }) => response ?? [])].some(({ fields }) =>
      sendsXml(fields),
    ),
  };
}

function decidedOf(found: FoundDifference, context: Context): DecidedDifference {
  const { class: kind, what, was, is } = found;
  const [, sent = ""] = /^[^:]*: (.*)$/s.exec(what) ?? [];
  const isUpstream = kind.startsWith("upstream-");
  const part = isStatus(found)
    ? "status"
    : kind === "field" || (isUpstream && sent.startsWith("field "))
      ? "field"
      : !isUpstream || sent.startsWith("body ")
        ? "body"
        : "url";
  const read =
    part === "body" ? memberValue : part === "status" ? Number : (text: string) => text || undefined;
  return {
    ...context,
    of: isUpstream ? "upstream" : "answer",
    part,
    name: part === "status" ? "" : isUpstream ? (sent.split(" ")[1] ?? "") : what,
    ...{ old: read(was), new: read(is) },
  };
}

const sendsXml = (fields: Fields): boolean => isXml(fieldValue(fields, "content-type"));

/** A member as reports show it: JSON, or text that was cut. */
function memberValue(text: string): unknown {
  try {
    return text === "" ? undefined : readJson(text);
  } catch {
    return text;
  }
}

/** The code of the error that ended the flows. */
function errorCode(trace: Trace | undefined): number | undefined {
  const error = trace?.events.findLast(({ kind }) => kind === "error");
  const code = error?.kind === "error" ? memberOf(parsedJson(error.error.text), "code") : undefined;
  return typeof code === "number" ? code : undefined;
}
