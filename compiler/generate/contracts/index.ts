import type { Program } from "../../analyse/program.js";
import { array, call, entry, literal, object, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { bySpecificity, type Route, type RouteOperation } from "../../load/routes.js";
import type { OperationContract, ParameterContract } from "../../syntax/contract.js";
import { isHandlerPath } from "../../syntax/handler.js";
import type { ApiDescription, Operation, PathItem } from "../../syntax/openapi.js";
import { ModuleBuilder } from "../module/module.js";
import { type FlowNames, operationWords, words } from "../module/names.js";
import type { ModulePlan } from "../module/plan.js";
import { ContractWriter } from "./contract.js";
import { type CheckModule, SchemaNames } from "./schema-names.js";

/** The modules that say what messages must be like, and what mocks answer with; made as the app asks for them. */
export class Contracts {
  readonly plans: ModulePlan[] = [];
  readonly #schemas = new Map<ApiDescription, SchemaNames>();
  readonly #upstreams = new Map<ApiDescription, { readonly module: string; readonly name: string }>();

  constructor(
    private readonly program: Program,
    private readonly names: FlowNames,
  ) {}

  /** The modules of what contracts check with. */
  get checks(): readonly CheckModule[] {
    return [...this.#schemas.values()].filter(({ checks }) => checks.size > 0);
  }

  /**
   * `validation(getUsersContract, { request: true, response: false })`, after what decides about that. Handlers get parameters as
   * the contract types them, validated or not.
   */
  validation(route: Route, operation: RouteOperation, builder: ModuleBuilder): readonly Doc[] {
    const contract = operation.operation === undefined ? route.item.contract : operation.operation.contract;
    if (contract === undefined) return [];
    const { request, response } = contract.modes;
    const isChecked = request !== false || response !== false;
    const isTyped = isHandlerPath(operation.flow.src) && contract.parameters.some(hasType);
    if (!isChecked && !isTyped) return [];
    const own = isChecked ? contract : unchecked(contract);
    const imported = this.#contractOf(route, operation, own, isChecked, builder);
    const described = isTyped ? [call(builder.use("described"), [imported])] : [];
    if (!isChecked) return described;
    const { configFlow } = this.program;
    const modes = object([entry("request", literal(request)), entry("response", literal(response))]);
    const guard = call(builder.use("validation"), [imported, modes]);
    const isConfigured = request === "configured" || response === "configured";
    if (configFlow === undefined || !isConfigured) return [...described, guard];
    const config = this.names.shared(configFlow);
    return [...described, builder.importFrom(config.module, config.name), guard];
  }

  /** Makes the module of a contract. */
  #contractOf(
    route: Route,
    operation: RouteOperation,
    contract: OperationContract,
    isChecked: boolean,
    builder: ModuleBuilder,
  ): Doc {
    const own = operationWords(operation, route);
    const { module, name } = this.names.contract(own);
    const { api } = this.program;
    const plan = this.#builder(module, api);
    const label = this.#label(route, operation);
    plan.declare({
      kind: "const",
      name,
      exported: true,
      docs: isChecked
        ? `What messages of ${label} must be like.`
        : `The types of the parameters of ${label}.`,
      type: plan.useType("Contract"),
      initializer: new ContractWriter(own, this.#schemasOf(api), plan).contract(contract),
    });
    this.plans.push(plan.plan());
    return builder.importFrom(module, name);
  }

  /** The function that answers with examples. */
  mocking(route: Route, operation: RouteOperation, builder: ModuleBuilder): readonly Doc[] {
    const examples = operation.operation?.examples ?? [];
    if (examples.length === 0) return [];
    const { module, name } = this.names.mock(operationWords(operation, route));
    const plan = this.#builder(module, this.program.api);
    plan.declare({
      kind: "const",
      name,
      exported: true,
      docs: `Answers ${this.#label(route, operation)} where a mock is asked for.`,
      type: plan.useType("Flow"),
      initializer: call(plan.use("mocking"), [literal(examples.map((example) => ({ ...example })))]),
    });
    this.plans.push(plan.plan());
    return [builder.importFrom(module, name)];
  }

  /** The code for what is known of an upstream system. */
  upstreamApi(api: ApiDescription, builder: ModuleBuilder): Doc {
    const known = this.#upstreams.get(api) ?? this.names.upstreamApi(api.source.path);
    if (!this.#upstreams.has(api)) this.plans.push(this.#upstreamModule(api, known.module, known.name));
    this.#upstreams.set(api, known);
    return builder.importFrom(known.module, known.name);
  }

  #upstreamModule(api: ApiDescription, module: string, name: string): ModulePlan {
    const plan = this.#builder(module, api);
    const paths = bySpecificity(api.paths).map((item) =>
      object([entry("pattern", quote(item.pattern)), entry("operations", this.#operations(item, api, plan))]),
    );
    plan.declare({
      kind: "const",
      name,
      exported: true,
      docs: `What messages to and from the system of ${api.source.path} must be like.`,
      initializer: call(plan.use("upstreamApi"), [quote(api.basePath), array(paths)]),
    });
    return plan.plan();
  }

  #operations(item: PathItem, api: ApiDescription, plan: ModuleBuilder): Doc {
    const contract = (method: string, own: OperationContract | undefined, operation?: Operation) => {
      const name = operation?.operationId ?? `${method} ${item.pattern}`;
      const writer = new ContractWriter(words(name), this.#schemasOf(api), plan);
      return own === undefined ? [] : [entry(method, writer.upstream(own, operation?.examples ?? []))];
    };
    return object([
      ...contract("*", item.contract),
      ...item.operations.flatMap((operation) => contract(operation.method, operation.contract, operation)),
    ]);
  }

  #builder(module: string, api: ApiDescription): ModuleBuilder {
    return new ModuleBuilder(module, `${api.source.path}, compiled by flowc.`);
  }

  #label(route: Route, { method }: RouteOperation): string {
    return `${method === "*" ? "any method" : method} ${this.program.api.basePath}${route.pattern}`;
  }

  #schemasOf(api: ApiDescription): SchemaNames {
    const known = this.#schemas.get(api);
    if (known !== undefined) return known;
    const { path } = api.source;
    const schemas = new SchemaNames(this.names.schemas(path), path, api.schemas);
    this.#schemas.set(api, schemas);
    return schemas;
  }
}

/** A text is a text whoever reads it. */
const hasType = ({ type }: ParameterContract): boolean => type !== "string" && type !== "file";

/** The types of parameters alone. */
const unchecked = ({ parameters, modes }: OperationContract): OperationContract => ({
  modes,
  parameters: parameters.filter(hasType).map((one) => ({ ...one, isRequired: false, schema: undefined })),
  credentials: undefined,
  body: undefined,
  responses: undefined,
});
