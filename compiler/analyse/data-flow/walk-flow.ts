import { factsOf, requestsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import type { VariableSetting } from "../../language/action-definition.js";
import type { Action, Flow, IfStatement, Statement } from "../../syntax/flow.js";
import { isMain } from "../../syntax/location.js";
import type { StaticType, VariableTypes } from "../../syntax/static-type.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import type { Expression } from "../../syntax/xpath.js";
import { jsonType } from "../types/json-type.js";
import { type Known, unknownValue, unsetValue } from "../types/known.js";
import { jsonAt, type Variables } from "../types/node-types.js";
import { staticType } from "../types/static-type.js";
import { whereFalse, whereTrue } from "./branches.js";
import {
  common,
  type Definition,
  Definitions,
  definition,
  type Entry,
  either,
  knownAt,
  type MissingWay,
  plain,
  type Way,
} from "./definitions.js";
import {
  isExposed,
  noReads,
  type Reads,
  recordContent,
  recordFocus,
  recordInput,
  recordReads,
  recordValues,
  testedSlots,
} from "./reads.js";
import { computedRequest, mainContentSlot, requestSlot, type Slot, variableSlot } from "./slots.js";
import { topicsOf } from "./topics.js";
import { UnseenSettings } from "./unseen.js";
import type { Use } from "./uses.js";
import { type TemplateWalk, walkTemplate } from "./walk-template.js";

/** The effects of a flow on the variables and requests of its caller. */
export interface Effects {
  /** The slots that are set by the time the flow ends and its caller continues. */
  readonly end: ReadonlyMap<Slot, Definition>;
  /** Everything that it sets, including the flows that it calls. */
  readonly sets: ReadonlyMap<Slot, Known>;
  /** The slots that it reads and that its caller may have set, including the flows that it calls. */
  readonly exposed: ReadonlySet<Slot>;
}

export interface FlowContext {
  readonly entry: Entry;
  /** What may be set when the flow begins, with the way on which it is not. */
  readonly optional?: ReadonlyMap<Slot, MissingWay>;
  readonly templates: ReadonlyMap<Template, TemplateFacts>;
  effectsOf(path: string): Effects;
}

/** The facts that a flow hands to one that it calls: all that is known of what that one reads. */
interface Handed {
  readonly to: string;
  readonly known: ReadonlyMap<Slot, Known | undefined>;
}

export interface Walked {
  readonly effects: Effects;
  readonly reads: Reads;
  /** Call by call. */
  readonly handed: readonly Handed[];
}

/** Follows the statements of a flow in order, through all branches, and records what is known at each read. */
export function walkFlow(flow: Flow, context: FlowContext): Walked {
  const walker = new FlowWalker(context);
  return { effects: walker.flow(flow), reads: walker.reads, handed: walker.handed };
}

class FlowWalker {
  readonly reads = noReads();
  readonly handed: Handed[] = [];
  readonly #sets = new Map<Slot, Known>();
  readonly #unseen = new UnseenSettings<Definitions>((unseen) => this.reads.unseen.push(unseen));
  #returns = false;

  constructor(private readonly context: FlowContext) {}

  flow({ statements }: Flow): Effects {
    const begin = new Definitions();
    for (const [slot, missing] of this.context.optional ?? [])
      begin.set(slot, definition(unsetValue, true, "any", missing));
    const place = begin.branch();
    this.#statements(statements, place);
    // A return may come before or after any of the settings, so all of them are only possible.
    const end = this.#returns ? maybes(this.#sets) : place.own();
    return { end, sets: this.#sets, exposed: this.reads.exposed };
  }

  /** Returns whether the end of the statements can be reached. */
  #statements(statements: readonly Statement[], place: Definitions): boolean {
    return statements.every((statement) => this.#statement(statement, place));
  }

  #statement(statement: Statement, place: Definitions): boolean {
    if (statement.kind === "if") return this.#if(statement, place);
    const { condition } = statement;
    if (condition === undefined) return this.#unconditional(statement, place);
    this.#read(condition, "condition", place);
    const way = whereTrue([condition], "condition", place);
    const labels: readonly Way[] = [
      { kind: "branch", span: statement.span },
      { kind: "not", span: condition.span },
    ];
    if (this.#unconditional(statement, way))
      place.merge([way, place.branch()], labels, topicsOf([condition]));
    else behindEnd(condition, place);
    return true;
  }

  #unconditional(statement: Exclude<Statement, IfStatement>, place: Definitions): boolean {
    switch (statement.kind) {
      case "break":
        this.#unseen.forget();
        return false;
      case "return":
        this.#unseen.forget();
        this.#returns = true;
        return false;
      default:
        return this.#action(statement, place);
    }
  }

  #if({ span, branches, otherwise }: IfStatement, place: Definitions): boolean {
    const ways: Definitions[] = [];
    const labels: Way[] = [];
    const rest = place.branch();
    for (const { span, test, statements } of branches) {
      this.#read(test, "condition", rest);
      const way = whereTrue([test], "condition", rest);
      if (this.#statements(statements, way)) {
        ways.push(way);
        labels.push({ kind: "branch", span });
      } else behindEnd(test, place);
      whereFalse([test], rest);
    }
    if (this.#statements(otherwise ?? [], rest)) {
      ways.push(rest);
      labels.push({ kind: "none", span });
    }
    place.merge(ways, labels, topicsOf(branches.map(({ test }) => test)));
    return ways.length > 0;
  }

  #action(action: Action, place: Definitions): boolean {
    const { expressions, templates, reads, calls, sets, sent, writesContent, ends } = factsOf(action);
    for (const expression of expressions) {
      this.#read(expression, "value", place);
      this.#take(expression, place, action);
    }
    if (reads.kind === "content") recordContent(reads, place, this.context.entry, this.reads);
    if (isMain(reads) && templates.length === 0 && factsOf(action).writes !== undefined)
      recordInput(action, place, this.context.entry, this.reads);
    const readItem: TemplateWalk["read"] = (expression, use, at) => {
      this.#readItem(expression, use, at);
      if (use === "value") this.#take(expression, at, action);
    };
    const readMain: TemplateWalk["read"] = (expression, use, at) => {
      this.#read(expression, use, at);
      if (use === "value") this.#take(expression, at, action);
    };
    const read = isMain(reads) ? readMain : readItem;
    for (const { parts } of templates)
      walkTemplate(parts, place.branch(), { read, readItem, variables: this.#variables });
    if (calls !== undefined) this.#call(calls, place);
    else if (setsMainContent(action) && !this.#keepsContent(action))
      this.#define(mainContentSlot, unknownValue, "any", place);
    for (const { id } of requestsOf(action, this.context.templates)) this.#request(id, place);
    for (const id of sent) this.#request(id, place);
    if (writesContent !== undefined) this.#define(requestSlot(writesContent), unsetValue, "any", place);
    for (const setting of sets) this.#setVariable(setting, place);
    this.#unseen.act(action, place, (template) => this.#template(template));
    return ends === "nothing" || ends === "maybe-request";
  }

  #read(expression: Expression, use: Use, place: Definitions): void {
    recordFocus(expression, place, this.context.entry, this.reads);
    this.#readItem(expression, use, place);
  }

  /** Reads an expression whose paths do not begin at the main content. */
  #readItem(expression: Expression, use: Use, place: Definitions): void {
    this.#unseen.readExpression(expression);
    recordReads(expression, use, place, this.context.entry, this.reads);
  }

  /** Records that an action does something with a value, but for telling a person. */
  #take(expression: Expression, place: Definitions, action: Action): void {
    if (definitionOf(action).onlyTells !== true)
      recordValues(expression, place, this.context.entry, this.reads);
  }

  #call(path: string, place: Definitions): void {
    const { end, sets, exposed } = this.context.effectsOf(path);
    const known = new Map([...exposed].map((slot) => [slot, knownAt(place, slot, this.context.entry)]));
    this.handed.push({ to: path, known });
    for (const slot of exposed) if (isExposed(place, slot)) this.reads.exposed.add(slot);
    for (const [slot, known] of sets) this.#note(slot, known);
    place.call(end);
  }

  /** Sets the slots of a request. `$error` is among them, because the request may fail. */
  #request(id: string | undefined, place: Definitions): void {
    const slot = id === undefined ? computedRequest : requestSlot(id);
    this.#define(slot, unsetValue, "any", place);
    const upstream = variableSlot("upstream");
    this.#define(upstream, unsetValue, place.get(upstream)?.assigned ?? "any", place);
    const error = variableSlot("error");
    const before = place.get(error);
    const failed = either(definition(unsetValue, false, "any"), before);
    this.#define(error, failed, before?.assigned ?? "any", place, failed.isMaybe);
  }

  #setVariable({ name, value }: VariableSetting, place: Definitions): void {
    const { known, assigned } = this.#valueOf(value);
    this.#define(variableSlot(name), known, assigned, place);
    // A new `$upstream` replaces the responses of all requests so far, whatever its value is.
    if (name === "upstream") this.#define(computedRequest, unsetValue, "any", place);
  }

  #valueOf(value: VariableSetting["value"]): { known: Known; assigned: StaticType } {
    if (value === undefined) return { known: unknownValue, assigned: "any" };
    if (value.kind === "template") {
      const facts = this.#template(value);
      const json = facts.kind === "json" ? facts.scope.content : undefined;
      const type = json === undefined ? "any" : jsonType(json, this.#variables);
      return { known: { type, json, value: undefined }, assigned: type };
    }
    const known = { type: staticType(value, this.#variables), json: jsonAt(value, this.#known), value };
    const isAssigned = value.kind !== "variable" || this.reads.variables.get(value)?.isAssigned === true;
    return { known, assigned: isAssigned ? known.type : "any" };
  }

  #define(slot: Slot, known: Known, assigned: StaticType, place: Definitions, isMaybe = false): void {
    place.set(slot, definition(known, isMaybe, assigned));
    this.#note(slot, known);
  }

  #note(slot: Slot, known: Known): void {
    const before = this.#sets.get(slot);
    this.#sets.set(slot, before === undefined ? plain(known) : common(before, known));
  }

  /** Of several requests, only the response to that with the ID main becomes the main content. */
  #keepsContent(action: Action): boolean {
    if (factsOf(action).mainContent !== "unknown" || definitionOf(action).streams === "always") return false;
    const sent = requestsOf(action, this.context.templates);
    return sent.length > 0 && sent.every(({ id }) => id !== undefined && id !== "main");
  }

  #template(template: Template): TemplateFacts {
    return this.context.templates.get(template) ?? { kind: "empty" };
  }

  readonly #known: Variables = (variable) => this.reads.variables.get(variable) ?? unknownValue;

  readonly #variables: VariableTypes = (variable) => this.#known(variable).type;
}

/** Tells whether there may be main content behind an action because of it, and not because of a flow that it calls. */
export function setsMainContent(action: Action): boolean {
  const { calls, mainContent, writesMainContent } = factsOf(action);
  return calls === undefined && (writesMainContent || mainContent !== "kept");
}

/** Records what holds after a branch that ends the flow: only paths on which its condition is false get there. */
function behindEnd(condition: Expression, place: Definitions): void {
  place.assume(testedSlots(condition, "condition"));
  whereFalse([condition], place);
}

/** Definitions for slots that may have been set. */
export function maybes(sets: ReadonlyMap<Slot, Known>): ReadonlyMap<Slot, Definition> {
  return new Map([...sets].map(([slot, known]) => [slot, definition(known, true, "any")]));
}
