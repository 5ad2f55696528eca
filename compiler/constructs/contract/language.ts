import type { AnyActionDefinition } from "./action.js";
import type { FunctionDefinition } from "./function.js";

/** What the readers of flows have to know of the constructs: they name none. */
export interface Language {
  /** What can stand in a flow, by the name of its element. */
  readonly actions: ReadonlyMap<string, AnyActionDefinition>;
  /** What can stand in `conf/config.xml`. */
  readonly configActions: ReadonlyMap<string, AnyActionDefinition>;
  /** What can stand in tests of flows. */
  readonly testActions: ReadonlyMap<string, AnyActionDefinition>;
  readonly functions: Functions;
  readonly advice: Advice;
}

/** What to write for names that flows do not have; `undefined` where nothing is known to be meant. */
export interface Advice {
  element(name: string): string | undefined;
  /** `known` are the attributes that the element has. */
  attribute(element: string, name: string, known: readonly string[]): string | undefined;
  /** For an element inside an action. */
  child(element: string, name: string, isAction: boolean): string | undefined;
}

export type Functions = ReadonlyMap<string, FunctionDefinition>;
