import type { AnyActionDefinition } from "./action.js";
import type { FunctionDefinition } from "./function.js";

/** What the readers of flows have to know of the constructs: they name none. */
export interface Language {
  /** What can stand in a flow, by the name of its element. */
  readonly actions: ReadonlyMap<string, AnyActionDefinition>;
  /** What can stand in `conf/config.xml`. */
  readonly configActions: ReadonlyMap<string, AnyActionDefinition>;
  /** Actions that only tests of flows have. */
  readonly testActions: ReadonlySet<string>;
  readonly functions: Functions;
}

export type Functions = ReadonlyMap<string, FunctionDefinition>;
