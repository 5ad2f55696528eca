import { factsOf } from "../../constructs/actions/facts.js";
import type { Action } from "../../syntax/flow.js";
import { anything, type Schema } from "../../syntax/schema.js";
import type { Expression } from "../../syntax/xpath.js";
import type { Responses } from "./responses.js";
import { commonSchema, type NodeSchema, SchemaFinder } from "./schema-finder.js";

/**
 * A statement that sets a variable: in which flow, and to which expression. `undefined` if the value is no
 * expression.
 */
interface Setting {
  readonly flow: string;
  readonly expression: Expression | undefined;
}

/**
 * The longest chain of variables that are set from one another. Nothing is known of a variable at the end of
 * a longer one.
 */
const maxDepth = 100;

/** The schemas of variables, wherever they are read: they cover every value that an action of the app can set. */
export class VariableSchemas {
  readonly #settings = new Map<string, Setting[]>();
  readonly #known = new Map<string, NodeSchema | undefined>();
  readonly #finder = new SchemaFinder(() => {});
  #depth = 0;

  constructor(
    actions: ReadonlyMap<string, readonly Action[]>,
    private readonly bodies: ReadonlyMap<string, Schema>,
    private readonly responses: Responses,
  ) {
    for (const [flow, ofFlow] of actions) for (const action of ofFlow) this.#add(action, flow);
  }

  #add(action: Action, flow: string): void {
    const { sets } = factsOf(action);
    if (sets === undefined) return;
    const expression = sets.value?.kind === "template" ? undefined : sets.value;
    const settings = this.#settings.get(sets.name);
    if (settings === undefined) this.#settings.set(sets.name, [{ flow, expression }]);
    else settings.push({ flow, expression });
  }

  /** The schema of a variable where a flow reads it. */
  schemaOf(name: string, flow: string): NodeSchema | undefined {
    const settings = this.#settings.get(name);
    if (settings === undefined)
      return name === "body" ? { kind: "document", schema: this.bodies.get(flow) ?? anything } : undefined;
    if (!this.#known.has(name)) {
      // A variable whose value depends on itself may be anything.
      this.#known.set(name, undefined);
      this.#known.set(name, this.#common(settings));
    }
    return this.#known.get(name);
  }

  #common(settings: readonly Setting[]): NodeSchema | undefined {
    if (this.#depth === maxDepth) return undefined;
    this.#depth++;
    const schema = commonSchema(settings.map((setting) => this.#schemaOf(setting)));
    this.#depth--;
    return schema;
  }

  #schemaOf({ flow, expression }: Setting): NodeSchema | undefined {
    const scope = {
      context: undefined,
      content: undefined,
      variable: (name: string) => this.schemaOf(name, flow),
      response: (id: string) => this.responses.byId(id),
    };
    return expression && this.#finder.schemaOf(expression, scope);
  }
}
