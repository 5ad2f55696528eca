import type { Route, RouteOperation } from "../analyse/link.js";
import type { Program } from "../analyse/program.js";
import type { BodyContract, JsonSchema, OperationContract, ParameterContract } from "../syntax/contract.js";
import { array, call, entry, object, quote } from "./code.js";
import { type Doc, text } from "./doc.js";
import { literal } from "./literal.js";
import { ModuleBuilder, VALIDATION_RUNTIME } from "./module.js";
import { type FlowNames, operationWords, words } from "./names.js";
import type { ModulePlan } from "./plan.js";
import { type CheckModule, SchemaNames } from "./schema-names.js";

/** The modules that say what messages of operations must be like; made as the app asks for guards. */
export class Contracts {
  readonly plans: ModulePlan[] = [];
  readonly #schemas: SchemaNames;

  constructor(
    private readonly program: Program,
    private readonly names: FlowNames,
  ) {
    const { source, schemas } = program.api;
    const name = words(source.path.replace(/\.[^./]*$/, "")).join("-");
    this.#schemas = new SchemaNames(`schemas/${name}.js`, source.path, schemas);
  }

  /** The modules of what contracts check with. */
  get checks(): readonly CheckModule[] {
    return this.#schemas.checks.size === 0 ? [] : [this.#schemas];
  }

  /** `validation(getUsersContract, { request: true, response: false })` */
  guard(route: Route, operation: RouteOperation, builder: ModuleBuilder): Doc | undefined {
    const contract = operation.operation === undefined ? route.item.contract : operation.operation.contract;
    if (contract === undefined) return undefined;
    const own = operationWords(operation, route);
    const { module, name } = this.names.contract(own);
    const { api } = this.program;
    const method = operation.method === "*" ? "Any method" : operation.method;
    const plan = new ModuleBuilder(module, `${api.source.path}, compiled by flowc.`);
    plan.declare({
      kind: "const",
      name,
      exported: true,
      docs: `What messages of ${method} ${api.basePath}${route.pattern} must be like.`,
      type: plan.useType("Contract", VALIDATION_RUNTIME),
      initializer: new ContractWriter(own, this.#schemas, plan).contract(contract),
    });
    this.plans.push(plan.plan());
    const { request, response } = contract.modes;
    const modes = object([entry("request", literal(request)), entry("response", literal(response))]);
    return call(builder.use("validation"), [builder.importFrom(module, name), modes]);
  }
}

class ContractWriter {
  constructor(
    private readonly words: readonly string[],
    private readonly schemas: SchemaNames,
    private readonly builder: ModuleBuilder,
  ) {}

  contract({ parameters, body, responses }: OperationContract): Doc {
    return object([
      ...(parameters.length === 0
        ? []
        : [entry("parameters", array(parameters.map((each) => this.#parameter(each))))]),
      ...(body === undefined ? [] : [entry("body", this.#body(body, ["body"]))]),
      ...(responses === undefined ? [] : [entry("responses", this.#responses(responses))]),
    ]);
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

const flag = (name: string, isSet: boolean): readonly Doc[] => (isSet ? [entry(name, text("true"))] : []);
