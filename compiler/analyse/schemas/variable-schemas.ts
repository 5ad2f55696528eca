import { append } from "../../source/lists.js";
import type { Template } from "../../syntax/template.js";
import type { Expression } from "../../syntax/xpath.js";
import type { Responses } from "./responses.js";
import { commonSchema, type NodeSchema, SchemaFinder } from "./schema-finder.js";
import { isOfTemplate, placedForm } from "./template-schema.js";

/** A statement that sets a variable. */
export interface Setting {
  readonly flow: string;
  readonly name: string;
  /** `undefined` if nothing is known of it before run time. */
  readonly value: Expression | Template | KnownValue | undefined;
}

/** The value in a flow that is not read again. */
interface KnownValue {
  readonly kind: "known";
  schema(): NodeSchema;
}

/**
 * The longest chain of variables that are set from one another. Nothing is known of a variable at the end of
 * a longer one.
 */
const maxDepth = 100;

/** The facts known of variables and templates without following any variable. */
export interface KnownSchemas {
  /** Of a variable that no flow sets. */
  given(name: string, flow: string): NodeSchema | undefined;
  /** Tells whether a variable has a value before any flow sets it, of which nothing is known. */
  isGiven(name: string): boolean;
  /** Of the value that a template gives a variable. */
  written(template: Template): NodeSchema | undefined;
}

/**
 * The schemas of variables that templates set, of a process that stays. While one says the same of the same places, it
 * stays the same object, although the texts around these have changed: nothing has to be found out anew for its readers.
 */
export class KeptSchemas {
  readonly #known = new Map<string, { readonly schema: NodeSchema; readonly form: string }>();

  get(name: string, now: NodeSchema | undefined): NodeSchema | undefined {
    const parts = now?.schema.anyOf[0] ?? (now === undefined ? [] : [now.schema]);
    if (now === undefined || !parts.every(isOfTemplate)) return now;
    const form = parts.map(placedForm).join();
    const before = this.#known.get(name);
    if (before?.form === form) return before.schema;
    this.#known.set(name, { schema: now, form });
    return now;
  }
}

/** The schemas of variables, wherever they are read: they cover every value that an action of the app can set. */
export class VariableSchemas {
  readonly #settings = new Map<string, Setting[]>();
  readonly #known = new Map<string, NodeSchema | undefined>();
  readonly #finder = new SchemaFinder(() => {});
  /** Of the values that are set. */
  readonly #ofValues = new Map<NonNullable<Setting["value"]>, NodeSchema | undefined>();
  #depth = 0;

  constructor(
    settings: readonly Setting[],
    private readonly known: KnownSchemas,
    private readonly responses: Pick<Responses, "byId">,
    private readonly kept: KeptSchemas | undefined,
  ) {
    for (const setting of settings) append(this.#settings, setting.name, setting);
  }

  /** The schema of a variable where a flow reads it. */
  schemaOf(name: string, flow: string): NodeSchema | undefined {
    const settings = this.#settings.get(name);
    if (settings === undefined) return this.known.given(name, flow);
    // Where no flow has set it yet, it is what it was at the start.
    if (this.known.given(name, flow) !== undefined || this.known.isGiven(name)) return undefined;
    if (!this.#known.has(name)) {
      // A variable whose value depends on itself may be anything.
      this.#known.set(name, undefined);
      const schema = this.#common(settings);
      this.#known.set(name, this.kept?.get(name, schema) ?? schema);
    }
    return this.#known.get(name);
  }

  #common(settings: readonly Setting[]): NodeSchema | undefined {
    if (this.#depth === maxDepth || settings.some(({ value }) => value === undefined)) return undefined;
    this.#depth++;
    const schema = commonSchema(settings.map((setting) => this.ofSetting(setting)));
    this.#depth--;
    return schema;
  }

  /** The schema of the value that a flow sets a variable to. */
  ofSetting(setting: Setting): NodeSchema | undefined {
    const { value } = setting;
    if (value === undefined || this.#ofValues.has(value)) return value && this.#ofValues.get(value);
    const schema = this.#find(setting);
    this.#ofValues.set(value, schema);
    return schema;
  }

  #find({ flow, value }: Setting): NodeSchema | undefined {
    if (value?.kind === "template") return this.known.written(value);
    if (value?.kind === "known") return value.schema();
    const scope = {
      context: undefined,
      content: undefined,
      variable: (name: string) => this.schemaOf(name, flow),
      response: (id: string) => this.responses.byId(id),
    };
    return value && this.#finder.schemaOf(value, scope);
  }
}
