import {
  $,
  array,
  call,
  code,
  entry,
  flowVariable,
  identifier,
  literal,
  object,
  quote,
} from "../code/code.js";
import type { Doc } from "../code/doc.js";
import type { RouteOperation } from "../load/routes.js";
import type { ApiDescription, RateLimit } from "../syntax/openapi.js";
import { someExpression } from "../syntax/visit-expression.js";
import type { Expression } from "../syntax/xpath.js";
import { ContentFocus } from "./flow/focus.js";
import type { ModuleBuilder } from "./module/module.js";
import { asString } from "./xpath/conversions.js";
import { expressionWriter } from "./xpath/expression.js";
import { Names, type Scope } from "./xpath/scope.js";

interface Guard {
  readonly code: Doc;
  /** True if it counts by what a token says. */
  readonly needsToken: boolean;
}

/** The limits of an app, each of which is a constant of `app.ts`. */
export class Limits {
  readonly #guards = new Map<RateLimit, Guard>();

  constructor(
    private readonly api: ApiDescription,
    private readonly builder: ModuleBuilder,
  ) {}

  guard({ limit }: RouteOperation): Guard | undefined {
    if (limit === undefined) return undefined;
    const known = this.#guards.get(limit);
    if (known !== undefined) return known;
    const name = `limit${this.#guards.size + 1}`;
    this.builder.declare({ kind: "const", name, exported: false, initializer: this.#code(limit) });
    const needsToken = limit.keys.some(({ expression }) => someExpression(expression, isOfToken));
    const made = { code: identifier(name), needsToken };
    this.#guards.set(limit, made);
    return made;
  }

  #code({ place, count, seconds, burst, closes, tells, keys }: RateLimit): Doc {
    const { title, basePath } = this.api;
    const name = [title, basePath, place].filter((part) => part !== "").join(" ");
    const rules = object([
      entry("name", quote(name)),
      ...Object.entries({ count, seconds, burst }).map(([key, value]) => entry(key, literal(value))),
      ...(closes ? [entry("closes", code`true`)] : []),
      ...(tells ? [entry("tells", code`true`)] : []),
    ]);
    const texts = keys.map(({ expression }) => asString(expression, this.#scope()).doc);
    const rest = texts.length === 0 ? [] : [code`(${$}) => ${array(texts)}`];
    return call(this.builder.use("rateLimit"), [rules, ...rest]);
  }

  /** Before any flow runs, there is no content, and nothing is known of values. */
  #scope(): Scope {
    const use: Scope["use"] = (helper) => this.builder.use(helper);
    return {
      writer: expressionWriter,
      focus: new ContentFocus(use),
      names: new Names(),
      use,
      useType: (name) => this.builder.useType(name),
      hasGlobal: () => false,
      variable: ({ name }) => ({ doc: flowVariable(name), type: "any", narrowing: "none" }),
      variables: () => "any",
    };
  }
}

const isOfToken = (expression: Expression): boolean =>
  expression.kind === "variable" && expression.name !== "request" && expression.name !== "env";
