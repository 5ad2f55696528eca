import type { Program } from "../../analyse/program.js";
import { array, call, entry, literal, object, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { bySpecificity, type Route, type RouteOperation } from "../../load/routes.js";
import type { OperationContract } from "../../syntax/contract.js";
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

  /** `validation(getUsersContract, { request: true, response: false })`, after what decides about that. */
  validation(route: Route, operation: RouteOperation, builder: ModuleBuilder): readonly Doc[] {
    const contract = operation.operation === undefined ? route.item.contract : operation.operation.contract;
    if (contract === undefined) return [];
    const { request, response } = contract.modes;
    if (request === false && response === false) return this.#described(route, operation, contract, builder);
    const own = operationWords(operation, route);
    const { module, name } = this.names.contract(own);
    const { api, configFlow } = this.program;
    const plan = this.#builder(module, api);
    plan.declare({
      kind: "const",
      name,
      exported: true,
      docs: `What messages of ${this.#label(route, operation)} must be like.`,
      type: plan.useType("Contract"),
      initializer: new ContractWriter(own, this.#schemasOf(api), plan).contract(contract),
    });
    this.plans.push(plan.plan());
    const modes = object([entry("request", literal(request)), entry("response", literal(response))]);
    const guard = call(builder.use("validation"), [builder.importFrom(module, name), modes]);
    const isConfigured = request === "configured" || response === "configured";
    if (configFlow === undefined || !isConfigured) return [guard];
    const config = this.names.shared(configFlow);
    return [builder.importFrom(config.module, config.name), guard];
  }

  /** `described(getOrderContract)`: what handlers decode parameters by. Texts are texts in any case. */
  #described(
    route: Route,
    operation: RouteOperation,
    { parameters, ...contract }: OperationContract,
    builder: ModuleBuilder,
  ): readonly Doc[] {
    const typed = parameters.filter(({ type }) => type !== "string" && type !== "file");
    if (typed.length === 0) return [];
    const own = operationWords(operation, route);
    const { module, name } = this.names.contract(own);
    const { api } = this.program;
    const plan = this.#builder(module, api);
    const unchecked = typed.map((parameter) => ({ ...parameter, isRequired: false, schema: undefined }));
    const nothing = { body: undefined, credentials: undefined, responses: undefined };
    plan.declare({
      kind: "const",
      name,
      exported: true,
      docs: `The types of the parameters of ${this.#label(route, operation)}, which are not validated.`,
      type: plan.useType("Contract"),
      initializer: new ContractWriter(own, this.#schemasOf(api), plan).contract({
        ...contract,
        ...nothing,
        parameters: unchecked,
      }),
    });
    this.plans.push(plan.plan());
    return [call(builder.use("described"), [builder.importFrom(module, name)])];
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
