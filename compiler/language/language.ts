import type { AnyActionDefinition } from "./action-definition.js";
import type { Commands } from "./command-definition.js";
import type { FunctionDefinition } from "./function-definition.js";

/** The constructs that the readers of flows know. The readers name none. */
export interface Language {
  /** The actions of flows, by the names of their elements. */
  readonly actions: ReadonlyMap<string, AnyActionDefinition>;
  /** The actions of `conf/config.xml`. */
  readonly configActions: ReadonlyMap<string, AnyActionDefinition>;
  /** The actions of tests. */
  readonly testActions: ReadonlyMap<string, AnyActionDefinition>;
  readonly functions: Functions;
  /** The commands of templates. */
  readonly commands: Commands;
  readonly advice: Advice;
}

/** Advice for names that flows do not have; `undefined` if the author's intention is unknown. */
export interface Advice {
  element(name: string): string | undefined;
  /** `known` are the attributes that the element has. */
  attribute(element: string, name: string, known: readonly string[]): string | undefined;
  /** For an element inside an action. */
  child(element: string, name: string, isAction: boolean): string | undefined;
}

/** All that templates can be made of. */
export type TemplateLanguage = Pick<Language, "functions" | "commands">;

export type Functions = ReadonlyMap<string, FunctionDefinition>;
