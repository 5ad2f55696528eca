import { pushAll } from "../../../runtime/base/push-all.js";
import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import type { MediaTypeSetting } from "../../language/action-definition.js";
import type { Span } from "../../source/source-text.js";
import type { Action, Flow, Statement } from "../../syntax/flow.js";
import { tagPlace } from "../../syntax/flow.js";
import { isMain } from "../../syntax/location.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";

/** A response as far as it is known: what a flow leaves on one of its ways. */
export interface MadeResponse {
  /** `undefined` if no action sets it, and "unknown" if that is only known at run time. */
  readonly status: number | "unknown" | undefined;
  /** The place that sets the status. */
  readonly statusPlace: Span | undefined;
  /** The template whose JSON is the content, or "text" of the flow; `undefined` if there is no content. */
  readonly content: { readonly template: Template; readonly action: Action } | "text" | "unknown" | undefined;
  /** Its `text` is `undefined` if it is only known at run time, as where nothing is known of the content. */
  readonly mediaType: MediaTypeSetting | undefined;
  /** Tells whether an error ends the flow, so that another flow may make the content. */
  readonly isError: boolean;
}

/** With more ways than these, nothing is said of the responses. */
const maxWays = 200;
const maxCalls = 10;

const nothingMade: MadeResponse = {
  status: undefined,
  statusPlace: undefined,
  content: undefined,
  mediaType: undefined,
  isError: false,
};

/** Where the ways through statements lead: to the next statement, out of the flow, and to the end of the request. */
interface Ways {
  readonly on: readonly MadeResponse[];
  readonly left: readonly MadeResponse[];
  readonly ended: readonly MadeResponse[];
}

/** The responses that a flow can make, on all of its ways; `undefined` if these are too many. */
export function madeResponses(
  flows: readonly Flow[],
  calls: ReadonlyMap<string, Flow>,
  facts: (template: Template) => TemplateFacts,
): readonly MadeResponse[] | undefined {
  const follower = new WayFollower(calls, facts);
  let on: readonly MadeResponse[] = [nothingMade];
  const ended: MadeResponse[] = [];
  for (const flow of flows) {
    const ways = follower.statements(flow.statements, on, 0);
    if (ways === undefined) return undefined;
    on = [...ways.on, ...ways.left];
    pushAll(ended, ways.ended);
  }
  return [...on, ...ended];
}

class WayFollower {
  constructor(
    private readonly calls: ReadonlyMap<string, Flow>,
    private readonly facts: (template: Template) => TemplateFacts,
  ) {}

  statements(
    statements: readonly Statement[],
    start: readonly MadeResponse[],
    depth: number,
  ): Ways | undefined {
    let on = start;
    const left: MadeResponse[] = [];
    const ended: MadeResponse[] = [];
    for (const statement of statements) {
      const ways = this.#statement(statement, on, depth);
      if (ways === undefined || ways.on.length + left.length + ended.length > maxWays) return undefined;
      on = different(ways.on);
      pushAll(left, ways.left);
      pushAll(ended, ways.ended);
    }
    return { on, left, ended };
  }

  #statement(statement: Statement, on: readonly MadeResponse[], depth: number): Ways | undefined {
    if (statement.kind === "if") {
      const branches = [...statement.branches.map(({ statements }) => statements), statement.otherwise ?? []];
      const all = branches.map((statements) => this.statements(statements, on, depth));
      const known = all.filter((ways) => ways !== undefined);
      return known.length < all.length ? undefined : joined(known);
    }
    const skipped = statement.condition === undefined ? [] : on;
    if (statement.kind === "return") return { on: skipped, left: on, ended: [] };
    if (statement.kind === "break") return { on: skipped, left: [], ended: on };
    const ways = this.#action(statement, on, depth);
    return ways && { ...ways, on: [...ways.on, ...skipped] };
  }

  #action(action: Action, on: readonly MadeResponse[], depth: number): Ways | undefined {
    const { calls, ends } = factsOf(action);
    const called = calls === undefined ? undefined : this.calls.get(calls);
    if (called !== undefined) {
      const ways = depth < maxCalls ? this.statements(called.statements, on, depth + 1) : undefined;
      return ways && { on: [...ways.on, ...ways.left], left: [], ended: ways.ended };
    }
    const after = on.map((response) => this.#after(action, response));
    if (ends === "flow") return { on: [], left: [], ended: after.map((one) => ({ ...one, isError: true })) };
    if (ends === "request") return { on: [], left: [], ended: after };
    return { on: after, left: [], ended: ends === "nothing" ? [] : after };
  }

  #after(action: Action, before: MadeResponse): MadeResponse {
    const { writes, mainContent, ends } = factsOf(action);
    const set = definitionOf(action).setsStatus?.(action, this.facts);
    const { status, statusPlace } =
      set === undefined ? before : ({ status: set.code ?? "unknown", statusPlace: set.span } as const);
    const isWritten = writes !== undefined && isMain(writes.to);
    const value = isWritten ? writes.value : undefined;
    const template = value?.kind === "template" ? value : undefined;
    const isOther = isWritten || mainContent !== "kept" || ends !== "nothing";
    const { setsMediaType, passesBody } = definitionOf(action);
    const setType = setsMediaType?.(action, this.facts);
    const isText = setType?.isField === false && passesBody !== true;
    const other = isText ? "text" : isOther ? "unknown" : before.content;
    const content = template !== undefined ? { template, action } : other;
    const isJson = template !== undefined && this.facts(template).kind === "json";
    const ofContent = setType ?? {
      text: isJson ? "application/json" : undefined,
      span: tagPlace(action),
      isField: false,
    };
    const isKept =
      before.mediaType?.isField === true ? setType === undefined : !isOther && setType === undefined;
    return { ...before, status, statusPlace, content, mediaType: isKept ? before.mediaType : ofContent };
  }
}

function joined(all: readonly Ways[]): Ways {
  return {
    on: all.flatMap(({ on }) => on),
    left: all.flatMap(({ left }) => left),
    ended: all.flatMap(({ ended }) => ended),
  };
}

/** Ways that leave the same are one. */
function different(all: readonly MadeResponse[]): readonly MadeResponse[] {
  return all.filter(
    (one, index) =>
      all.findIndex(
        (other) =>
          other.status === one.status &&
          other.statusPlace?.start === one.statusPlace?.start &&
          templateOf(other) === templateOf(one) &&
          other.mediaType?.text === one.mediaType?.text &&
          other.mediaType?.isField === one.mediaType?.isField,
      ) === index,
  );
}

function templateOf({ content }: MadeResponse): unknown {
  return typeof content === "object" ? content.template : content;
}
