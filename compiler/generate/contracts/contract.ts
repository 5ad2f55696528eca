import type { Example } from "../../../runtime/validation/contract.js";
import { array, code, entry, literal, object, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type {
  BodyContract,
  JsonSchema,
  OperationContract,
  ParameterContract,
} from "../../syntax/contract.js";
import type { ModuleBuilder } from "../module/module.js";
import { words } from "../module/names.js";
import type { SchemaNames } from "./schema-names.js";

/** Writes the contract of an operation as the runtime takes it: what is not said is left out. */
export class ContractWriter {
  /** @param words name the operation */
  constructor(
    private readonly words: readonly string[],
    private readonly schemas: SchemaNames,
    private readonly builder: ModuleBuilder,
  ) {}

  contract(contract: OperationContract): Doc {
    return object(this.#entries(contract));
  }

  /** Of an operation of another system, whose requests must bring credentials, and whose responses can be mocked. */
  upstream(contract: OperationContract, examples: readonly Example[]): Doc {
    const { credentials } = contract;
    return object([
      ...this.#entries(contract),
      ...(credentials === undefined
        ? []
        : [entry("credentials", literal(credentials.map((all) => all.map((one) => ({ ...one })))))]),
      ...(examples.length === 0 ? [] : [entry("examples", literal(examples.map((one) => ({ ...one }))))]),
    ]);
  }

  #entries({ parameters, body, responses }: OperationContract): readonly Doc[] {
    return [
      ...(parameters.length === 0
        ? []
        : [entry("parameters", array(parameters.map((each) => this.#parameter(each))))]),
      ...(body === undefined ? [] : [entry("body", this.#body(body, ["body"]))]),
      ...(responses === undefined ? [] : [entry("responses", this.#responses(responses))]),
    ];
  }

  #parameter(parameter: ParameterContract): Doc {
    const { place, name, isRequired, mayBeEmpty, type, prefix, isSecret, schema } = parameter;
    return object([
      entry("place", quote(place)),
      entry("name", quote(name)),
      ...flag("required", isRequired),
      ...flag("mayBeEmpty", mayBeEmpty),
      entry("type", literal(type)),
      ...(prefix === "" ? [] : [entry("prefix", quote(prefix))]),
      ...flag("secret", isSecret),
      ...this.#check(schema, words(`${place} ${name}`)),
    ]);
  }

  #responses(responses: ReadonlyMap<string, BodyContract>): Doc {
    return object(
      [...responses].map(([status, body]) => entry(status, this.#body(body, ["response", ...words(status)]))),
    );
  }

  #body({ isRequired, content, schema }: BodyContract, own: readonly string[]): Doc {
    const mediaTypes = content?.map(({ name, schema: ofType, form }) =>
      object([
        entry("name", quote(name)),
        ...this.#check(ofType, own),
        ...(form === undefined ? [] : [entry("form", literal(form))]),
      ]),
    );
    return object([
      ...flag("required", isRequired),
      ...(mediaTypes === undefined ? [] : [entry("content", array(mediaTypes))]),
      ...this.#check(schema, own),
    ]);
  }

  #check(schema: JsonSchema | undefined, own: readonly string[]): readonly Doc[] {
    if (schema === undefined) return [];
    const name = this.schemas.name(schema, [...this.words, ...own]);
    return [entry("check", this.builder.importFrom(this.schemas.path, name))];
  }
}

const flag = (name: string, isSet: boolean): readonly Doc[] => (isSet ? [entry(name, code`true`)] : []);
