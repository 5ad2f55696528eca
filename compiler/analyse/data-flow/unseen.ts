import { factsOf } from "../../constructs/actions/facts.js";
import { definitionOf } from "../../constructs/actions/index.js";
import { functions } from "../../constructs/functions/index.js";
import type { Action } from "../../syntax/flow.js";
import { isMain } from "../../syntax/location.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import { hasDot } from "../../syntax/visit-template.js";
import type { Expression } from "../../syntax/xpath.js";
import { predefinedVariables } from "../expressions/predefined.js";
import { mainContentSlot, requestId, requestSlot, type Slot, variableSlot } from "./slots.js";

/** Something that an action sets, and that the flow sets again before anything reads it. */
export interface Unseen {
  readonly action: Action;
  /** For an upstream request, its response was the main content, and has been replaced. */
  readonly slot: Slot | typeof statusSlot;
}

/** The status of the response, which no expression reads. */
export const statusSlot = "status";

interface Pending<P> {
  readonly action: Action;
  readonly place: P;
}

/**
 * Finds what is set for nothing, while a flow is followed. It only knows settings that follow each other in one list of
 * statements, and forgets all where another flow may look at them: behind calls and requests, and where the flow may end.
 */
export class UnseenSettings<P extends object> {
  readonly #pending = new Map<Unseen["slot"], Pending<P>>();

  constructor(private readonly found: (unseen: Unseen) => void) {}

  read(slot: Slot): void {
    this.#pending.delete(slot);
    if (slot === mainContentSlot)
      for (const other of this.#pending.keys()) if (isRequest(other)) this.#pending.delete(other);
  }

  /** Any expression that may look at the main content reads it. */
  readExpression(expression: Expression): void {
    walkExpression(expression, (inner) => {
      if (inner.kind === "variable") this.read(variableSlot(inner.name));
      const begins = inner.kind === "path" && typeof inner.start === "string";
      const definition = inner.kind === "call" ? functions.get(inner.name) : undefined;
      const asks =
        inner.kind === "call" && (definition?.reads !== "arguments" || definition.contextDefault === true);
      if (begins || asks) this.read(mainContentSlot);
    });
  }

  forget(): void {
    this.#pending.clear();
  }

  /** Follows an action whose expressions have been read. */
  act(action: Action, place: P, facts: (template: Template) => TemplateFacts): void {
    const { reads, templates, calls, ends, sets, writes, writesMainContent } = factsOf(action);
    const { requests, registers, onlyTells, setsStatus } = definitionOf(action);
    if (isMain(reads) && (templates.length === 0 || templates.some(hasDot))) this.read(mainContentSlot);
    const isSeen =
      calls !== undefined || requests !== undefined || registers !== undefined || onlyTells === true;
    if (isSeen) this.forget();
    const [sent, ...others] = requests?.(action, facts) ?? [];
    if (sent?.id !== undefined && sent.onlyAsks === true && others.length === 0)
      this.#set(requestSlot(sent.id), action, place, true);
    const written = writes?.to.kind === "variable" ? writes.to.variable.name : undefined;
    for (const { name } of sets)
      if (!predefinedVariables.has(name)) this.#set(variableSlot(name), action, place, name === written);
    if (writesMainContent)
      for (const slot of this.#pending.keys()) if (isRequest(slot)) this.#set(slot, action, place, false);
    if (writesMainContent) this.#set(mainContentSlot, action, place, true);
    if (setsStatus?.(action, facts) !== undefined) this.#set(statusSlot, action, place, true);
    if (ends !== "nothing") this.forget();
  }

  /** @param isFree true if the action does nothing but set it */
  #set(slot: Unseen["slot"], action: Action, place: P, isFree: boolean): void {
    const before = this.#pending.get(slot);
    if (before?.place === place) this.found({ action: before.action, slot });
    if (isFree) this.#pending.set(slot, { action, place });
    else this.#pending.delete(slot);
  }
}

function isRequest(slot: Unseen["slot"]): slot is Slot {
  return slot !== statusSlot && requestId(slot) !== undefined;
}
