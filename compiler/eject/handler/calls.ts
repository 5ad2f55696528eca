import type { JsonValue } from "../../../runtime/data/model/values.js";
import {
  $,
  awaited,
  call,
  code,
  entry,
  identifier,
  literal,
  number,
  object,
  quote,
} from "../../code/code.js";
import { type Doc, empty } from "../../code/doc.js";
import { definitionOption } from "../../constructs/options/request-options.js";
import type { PrintedModule } from "../../output/print.js";
import { oncePer } from "../../source/remembered.js";
import type { Draft } from "./draft.js";
import { isPairs } from "./entries.js";
import type { Expressions } from "./expressions.js";
import {
  argumentsOf,
  bare,
  calleeOf,
  membersOf,
  memberValue,
  textOf,
  type ts,
  typescript,
} from "./syntax.js";
import type { Entry } from "./writer.js";
import { type Kind, memberEntry, NoCounterpart } from "./written.js";

/** What a flow can reach: the flows that it calls, and those that run before and after it. */
export interface Reach {
  /** The path of the flow that a name of the module stands for. */
  flowOf(name: string): string | undefined;
  /** A path that the flow has written, as the handler has to write it. */
  fromHandler(path: string): string;
  /** The modules of flows that it calls. */
  readonly called: readonly PrintedModule[];
}

/** The response to a request, by a name if anything asks for it. */
interface Response {
  readonly id: string;
  readonly name: string;
  isUsed: boolean;
}

/** Writes calls of actions: requests, flows and errors. */
export class Calls {
  /** The constants for flows, by their paths. */
  readonly flows = new Map<string, Doc>();
  isAsync = false;
  readonly #responses: Response[] = [];
  /** The words of called flows that send requests, among them those of the IDs. */
  readonly #sent: ReadonlySet<string>;
  /** The IDs of requests that called flows may send, too. */
  readonly #shared = new Set<string>();
  /** Tells whether a flow that is called may make content. */
  readonly mayHaveContent: boolean;
  /** Tells whether a flow that is called may ask for the content that there is. */
  readonly mayReadContent: boolean;

  constructor(
    private readonly expressions: Expressions,
    private readonly reach: Reach,
    private readonly isConstant: (variable: string) => boolean,
  ) {
    const called = reach.called.map(effectsOf);
    this.mayHaveContent = called.some((each) => each.makesContent);
    this.mayReadContent = called.some((each) => each.readsContent);
    this.#sent = new Set(called.flatMap((each) => each.sent));
  }

  /** `await checkId($)`: the end of the request by the flow ends the handler, too. */
  flow(node: ts.Expression): Doc {
    const name = calleeOf(node);
    const path = name && this.reach.flowOf(name);
    if (name === undefined || path === undefined) throw new NoCounterpart(name ?? "a call");
    this.forget();
    return this.callFlow(path);
  }

  callFlow(path: string): Doc {
    const name = path.replace(/^.*\//, "").replace(/\.xml$/, "");
    const known = this.flows.get(path) ?? identifier(this.expressions.names.fresh(name));
    this.flows.set(path, known);
    this.expressions.names.use("flow");
    this.isAsync = true;
    return awaited(call(known, [$]));
  }

  /** Other flows may have sent requests with the same IDs, or have replaced the content. */
  forget(): void {
    const { responses, bindings } = this.expressions.places;
    // Nodes of variables that flows may set again.
    for (const [name, { kind, variable }] of bindings)
      if (kind === "nodes" && variable !== undefined && !this.isConstant(variable)) bindings.delete(name);
    for (const id of this.#shared) responses.delete(id);
  }

  /** `const order = await upstream($, "order", { … });` */
  request([, id, config, facts]: readonly ts.Expression[], before: readonly Doc[]): Draft {
    const { names } = this.expressions;
    const known = idOf(id as ts.Expression, config as ts.Expression);
    const sent = call(names.use("upstream"), [$, quote(known), this.#config(config as ts.Expression, facts)]);
    this.isAsync = true;
    const response = this.#response(known);
    this.expressions.places.main = known;
    return () => {
      const start = response.isUsed ? code`const ${identifier(response.name)} = ` : empty;
      return [...before, code`${start}${awaited(sent)};`];
    };
  }

  /** `const { user, orders } = await upstreams($, { … });` */
  requests([, all, facts]: readonly ts.Expression[], before: readonly Doc[]): Draft {
    const { names } = this.expressions;
    const members = (all && membersOf(bare(all)))?.map(({ name: id, value }) => ({
      id,
      config: this.#config(value, facts),
    }));
    if (members === undefined) throw new NoCounterpart("requests");
    const sent = call(names.use("upstreams"), [
      $,
      object(members.map(({ id, config }) => entry(id, config))),
    ]);
    this.isAsync = true;
    const responses = members.map(({ id }) => this.#response(id));
    if (members.some(({ id }) => id === "main")) this.expressions.places.main = "main";
    return () => {
      const used = responses.filter(({ isUsed }) => isUsed);
      const binding = object(
        used.map(({ id, name }) => (id === name ? identifier(name) : entry(id, identifier(name)))),
      );
      return [...before, code`${used.length === 0 ? empty : code`const ${binding} = `}${awaited(sent)};`];
    };
  }

  /** The constant that holds the response to a request. */
  response(id: string): Doc | undefined {
    return this.expressions.places.responses.get(id)?.();
  }

  #response(id: string): Response {
    const isTaken = this.isConstant(id);
    const wanted = id === "main" ? "response" : isTaken ? `${id} response` : id;
    const response: Response = { id, name: this.expressions.names.fresh(wanted), isUsed: false };
    this.#responses.push(response);
    if (wordsOf(id).every((word) => this.#sent.has(word))) this.#shared.add(id);
    this.expressions.places.responses.set(id, () => {
      response.isUsed = true;
      return identifier(response.name);
    });
    return response;
  }

  /** Names only those responses that a text asks for: what was tried may have asked for more. */
  nameResponses(text: string): void {
    for (const response of this.#responses)
      if (response.isUsed && !isRepeated(text, response.name)) response.isUsed = false;
  }

  /** The properties of a request; its body is what is sent. */
  #config(expression: ts.Expression, facts: ts.Expression | undefined): Doc {
    const node = bare(expression);
    const options = memberValue(node, "options");
    const definition = options && memberValue(options, definitionOption);
    const file = definition && textOf(definition);
    const files = [...filesOf(facts), ...(file === undefined ? [] : [file])];
    this.expressions.renamed = new Map(files.map((file) => [file, this.reach.fromHandler(file)]));
    const entries = propertiesOf(node).flatMap(({ name, value: given }) => {
      if (name === "id") return [];
      const value = name === "body" ? sentBody(given) : given;
      // A body that is `null` is none.
      const { doc, kind } =
        name === "body" ? this.expressions.orNothing(value) : this.expressions.value(value);
      if (kind === "nodes" && name === "body") throw new NoCounterpart("nodes as a body");
      return [memberEntry(name, name === "url" ? this.#url(value) : doc)];
    });
    this.expressions.renamed = new Map();
    return object(entries);
  }

  /** A URL is a text: where there is none, it is empty, and names no server either. */
  #url(node: ts.Expression): Doc {
    const of =
      calleeOf(node) === "json"
        ? this.expressions.places.find(argumentsOf(node)[0] as ts.Expression)
        : undefined;
    return of?.kind === "text" ? code`${of.doc} ?? ""` : this.expressions.value(node).doc;
  }

  /** `return fail($, { message, status });` */
  fail(node: ts.Expression): Doc {
    const [, , body, status] = argumentsOf(node);
    const given = body === undefined ? [] : this.#failure(bare(body));
    const own = status === undefined ? [] : [entry("status", this.status(status))];
    if (status !== undefined && given.some(({ name }) => name === "status"))
      throw new NoCounterpart("a second status");
    return code`return ${call(this.expressions.names.use("fail"), [$, object([...given.map(({ doc }) => doc), ...own])])};`;
  }

  #failure(body: ts.Expression): readonly { readonly name: string | undefined; readonly doc: Doc }[] {
    const { expressions } = this;
    const isObject =
      typescript().isObjectLiteralExpression(body) || calleeOf(body) === "object" || isPairs(body);
    if (isObject) {
      const entries = expressions.entries.of(body);
      if (entries === undefined) throw new NoCounterpart("members of one name");
      return entries.map((each) => this.#typed(body, each));
    }
    const { doc, kind } = expressions.value(body);
    if (kind !== "string") throw new NoCounterpart("an error that may be anything");
    return [{ name: "message", doc: entry("message", doc) }];
  }

  /** A member of an error that has a type of its own. What may be nothing is left out then. */
  #typed(body: ts.Expression, member: Entry): Pick<Entry, "name" | "doc"> {
    const { name = "", kind } = member;
    const wanted = failureKinds[name];
    if (wanted === undefined) return member;
    const node = memberValue(body, name);
    const inner = node !== undefined && calleeOf(node) === "json" ? argumentsOf(node)[0] : undefined;
    const found = inner === undefined ? kind : (this.expressions.places.find(inner)?.kind ?? kind);
    if (found === "json" || found === "nodes" || found === wanted[0]) return member;
    if (found !== wanted[1] || node === undefined) throw new NoCounterpart(`another ${name}`);
    return { name, doc: entry(name, this.expressions.orNothing(node).doc) };
  }

  /** A status; as in flows, one that is a text is read by the rules of JavaScript. */
  status(expression: ts.Expression): Doc {
    const node = bare(expression);
    const { doc, kind } = this.expressions.value(node);
    if (kind === "number") return doc;
    const text = textOf(node);
    return text !== undefined && /^\d+$/.test(text) ? number(Number(text)) : call(code`Number`, [doc]);
  }

  /** `respond($, text, { type });` */
  echo(node: ts.Expression): {
    readonly value: Doc;
    readonly options: { readonly type?: Doc; readonly status?: Doc };
  } {
    const [, text, type, status] = argumentsOf(node);
    const { doc, kind } = this.expressions.value(text as ts.Expression);
    if (kind !== "string") throw new NoCounterpart("a text");
    const json =
      textOf(type ?? node) === "application/json" ? jsonOf(textOf(bare(text as ts.Expression))) : undefined;
    if (json !== undefined)
      return { value: json, options: status === undefined ? {} : { status: this.status(status) } };
    const own = type === undefined ? quote("text/plain") : this.expressions.value(type).doc;
    return {
      value: doc,
      options: { type: own, ...(status === undefined ? {} : { status: this.status(status) }) },
    };
  }

  /** `respond($, photo, { type, status });`: content of an upstream system as it came. */
  passBody(node: ts.Expression): {
    readonly value: Doc;
    readonly options: { readonly type: Doc; readonly status: Doc };
  } {
    const [, id, as] = argumentsOf(node);
    const response = this.response(textOf(id as ts.Expression) ?? "");
    if (response === undefined || as === undefined) throw new NoCounterpart("a body");
    const [mime, status] = [memberValue(as, "mime"), memberValue(as, "status")];
    if (status === undefined) throw new NoCounterpart("a body with its own status");
    const type = mime === undefined ? quote("text/plain") : this.expressions.value(mime).doc;
    return { value: response, options: { type, status: this.status(status) } };
  }
}

/** Tells whether a name is there once more than where it is declared. */
const isRepeated = (text: string, name: string): boolean =>
  [...text.matchAll(new RegExp(`(?<![\\w/$"'\`-]|[^.]\\.)${name}\\b(?![-"'\`:])`, "g"))].length > 1;

/** Calls after which the client gets something else. */
export const makesContent =
  /\b(?:respond|respondTemplate|writeContent|passBody|dump|echo|serve|proxyRequest|requests?)\(/;

/** The effects of a flow on those that call it, as far as its module shows them. */
const effectsOf = oncePer(({ text }: PrintedModule) => ({
  makesContent: makesContent.test(text),
  readsContent: /\bcontent(?:Input)?\(\$\)/.test(text),
  sent: /\brequests?\(/.test(text) ? wordsOf(text) : [],
}));

const wordsOf = (text: string): readonly string[] => text.match(/[\p{ID_Continue}-]+/gu) ?? [];

/** The properties of a request. @throws NoCounterpart where handlers would send another body */
function propertiesOf(node: ts.Expression) {
  const members = membersOf(node);
  if (members === undefined) throw new NoCounterpart("a request");
  const names = members.map(({ name }) => name);
  if (names.includes("body") && (names.includes("post") || names.includes("uploads")))
    throw new NoCounterpart("two bodies");
  return members;
}

/** The ID of a request: the property wins over the attribute. */
function idOf(id: ts.Expression, config: ts.Expression): string {
  const known = textOf(memberValue(bare(config), "id") ?? bare(id));
  if (known === undefined || known === "") throw new NoCounterpart("a request");
  return known;
}

/** A text as JSON, if the same text is made of that. */
function jsonOf(text: string | undefined): Doc | undefined {
  if (text === undefined) return undefined;
  try {
    const value = JSON.parse(text) as JsonValue;
    return JSON.stringify(value) === text ? literal(value) : undefined;
  } catch {
    return undefined;
  }
}

/** The files that requests name. What else is known of them, such as that a response is passed on as it arrives, has no counterpart. */
function filesOf(facts: ts.Expression | undefined): readonly string[] {
  if (facts === undefined) return [];
  const files = membersOf(facts)?.map(({ name, value }) => (name === "files" ? membersOf(value) : undefined));
  if (files === undefined || !files.every((each) => each !== undefined)) throw new NoCounterpart("a request");
  return files.flat().map(({ name }) => name);
}

/** What members of errors are, for sure and where they may be missing. */
const failureKinds: Readonly<Record<string, readonly [Kind, Kind]>> = {
  status: ["number", "numeric"],
  code: ["number", "numeric"],
  message: ["string", "text"],
};

/** `{ value: … }` */
function sentBody(node: ts.Expression): ts.Expression {
  const [only, ...others] = membersOf(bare(node)) ?? [];
  if (only?.name !== "value" || others.length > 0) throw new NoCounterpart("a body that is no JSON");
  return only.value;
}
