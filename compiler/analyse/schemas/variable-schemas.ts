import type { KnownDocument } from "../../language/function-definition.js";
import type { Files } from "../../source/files.js";
import { append } from "../../source/lists.js";
import type { Template } from "../../syntax/template.js";
import type { Expression } from "../../syntax/xpath.js";
import { documentSchema, fileSchema } from "./document-schema.js";
import type { Responses } from "./responses.js";
import { commonSchema, fewOfEach, type NodeSchema, SchemaFinder } from "./schema-finder.js";

/** A statement that sets a variable. */
export interface Setting {
  readonly flow: string;
  readonly name: string;
  /** `undefined` if nothing is known of it before run time. */
  readonly value: Expression | Template | KnownValue | undefined;
  /** Its value is the content of this file. */
  readonly file?: string | undefined;
}

/** The value in a flow without a tree. */
interface KnownValue {
  readonly kind: "known";
  /** Schemas of one form say the same. */
  readonly form: string | undefined;
  schema(): NodeSchema | undefined;
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

/** The schemas of variables, wherever they are read: they cover every value that an action of the app can set. */
export class VariableSchemas {
  readonly #settings = new Map<string, Setting[]>();
  readonly #known = new Map<string, NodeSchema | undefined>();
  readonly #finder: SchemaFinder;
  /** Of the values that are set. */
  readonly #ofValues = new Map<NonNullable<Setting["value"]>, NodeSchema | undefined>();
  #depth = 0;

  constructor(
    settings: readonly Setting[],
    private readonly known: KnownSchemas,
    private readonly responses: Pick<Responses, "byId">,
    private readonly files: Files,
  ) {
    const document = (read: KnownDocument) => documentSchema(read, files);
    this.#finder = new SchemaFinder(ignore, ignore, document);
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
      this.#known.set(name, this.#common(settings));
    }
    return this.#known.get(name);
  }

  #common(settings: readonly Setting[]): NodeSchema | undefined {
    if (this.#depth === maxDepth || settings.some(({ value, file }) => (value ?? file) === undefined))
      return undefined;
    this.#depth++;
    // Those that say the same need not all be read.
    const few = fewOfEach(settings, ({ value }) => (value?.kind === "known" ? value.form : undefined));
    const schema = commonSchema(few.map((setting) => this.ofSetting(setting)));
    this.#depth--;
    return schema;
  }

  /** The schema of the value that a flow sets a variable to. */
  ofSetting(setting: Setting): NodeSchema | undefined {
    const { value, file } = setting;
    if (file !== undefined) return fileSchema(file, this.files);
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

function ignore(): void {}
