import { honoPath } from "../../runtime/request/hono-path.js";
import { call, code, entry, object, quote } from "../code/code.js";
import type { Doc } from "../code/doc.js";
import type { ApiDescription } from "../syntax/openapi.js";
import { ModuleBuilder } from "./module/module.js";
import type { ModulePlan } from "./module/plan.js";

/** Where the description is. */
export const descriptionModule = "description.ts";

/** The module with the description that an app serves, if it serves one: OpenAPI 3.1, as `api.json` has it. */
export function docsModule({ docs, document, source }: ApiDescription): readonly ModulePlan[] {
  if (docs === undefined) return [];
  const builder = new ModuleBuilder(descriptionModule, `${source.path} for clients, compiled by flowc.`);
  const initializer = quote(JSON.stringify(document?.() ?? {}));
  builder.declare({ kind: "const", name: "description", exported: true, initializer });
  return [builder.plan()];
}

/** A path at which the app serves its description, or the page about it. */
export interface PublishedPath {
  readonly what: "description" | "page";
  /** Relative to the base path. */
  readonly path: string;
  readonly honoPath: string;
}

export function publishedPaths({ basePath, docs }: ApiDescription): readonly PublishedPath[] {
  return (["description", "page"] as const).flatMap((what) => {
    const path = docs?.[what];
    if (path === undefined) return [];
    return [{ what, path, honoPath: honoPath(basePath, path) }];
  });
}

/** `app.all(...flows.path("/orders/{id}", { … }))` */
export const addPath = (args: readonly Doc[]): Doc =>
  code`${call(code`app.all`, [code`...${call(code`flows.path`, args)}`])};`;

/** The description and the page, each at its path. No path that a flow answers is the same. */
export function docsRoutes(api: ApiDescription, builder: ModuleBuilder): readonly Doc[] {
  const { basePath, docs, source } = api;
  if (docs === undefined) return [];
  const text = builder.importFrom(descriptionModule, "description");
  const link = docs.description === undefined ? [] : [quote(basePath + docs.description)];
  return publishedPaths(api).map(({ what, path }) => {
    const flow =
      what === "description"
        ? call(builder.use("published"), [text])
        : call(builder.use("docsPage"), [text, ...link]);
    const get = entry("GET", call(builder.use("fromFile"), [quote(source.path), flow]));
    return addPath([quote(path), object([get])]);
  });
}
