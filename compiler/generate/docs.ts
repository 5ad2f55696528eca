import { call, code, entry, object, quote } from "../code/code.js";
import type { Doc } from "../code/doc.js";
import { honoPath } from "../load/routes.js";
import type { ApiDescription } from "../syntax/openapi.js";
import { ModuleBuilder } from "./module/module.js";
import type { ModulePlan } from "./module/plan.js";

const modulePath = "description.ts";

/** The module with the description that an app serves, if it serves one: OpenAPI 3.1, as `api.json` has it. */
export function docsModule({ docs, document, source }: ApiDescription): readonly ModulePlan[] {
  if (docs === undefined) return [];
  const builder = new ModuleBuilder(modulePath, `${source.path} for clients, compiled by flowc.`);
  const initializer = quote(JSON.stringify(document?.() ?? {}));
  builder.declare({ kind: "const", name: "description", exported: true, initializer });
  return [builder.plan()];
}

/** The description and the page, each at its path. No path that a flow answers is the same. */
export function docsRoutes(
  { basePath, docs, source }: ApiDescription,
  builder: ModuleBuilder,
): readonly Doc[] {
  if (docs === undefined) return [];
  const text = builder.importFrom(modulePath, "description");
  const route = (path: string, flow: Doc) => {
    const get = entry("GET", call(builder.use("fromFile"), [quote(source.path), flow]));
    const handler = call(code`flows.path`, [quote(path), object([get])]);
    const segments = path.slice(1).split("/");
    const hono = honoPath(basePath, {
      segments: segments.map((segment) => [{ kind: "literal", text: segment }]),
      isWildcard: false,
    });
    return code`${call(code`app.all`, [quote(hono), handler])};`;
  };
  const { description, page } = docs;
  const link = description === undefined ? [] : [quote(basePath + description)];
  return [
    ...(description === undefined ? [] : [route(description, call(builder.use("published"), [text]))]),
    ...(page === undefined ? [] : [route(page, call(builder.use("docsPage"), [text, ...link]))]),
  ];
}
