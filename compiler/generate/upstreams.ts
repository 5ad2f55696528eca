import { array, call, entry, literal, object, quote } from "../code/code.js";
import type { Doc } from "../code/doc.js";
import type { ApiDescription } from "../syntax/openapi.js";
import type { ModuleBuilder } from "./module/module.js";

/** The facility `upstreams` of an app, as `x-flow-upstreams` describes it. */
export function upstreamsCode({ upstreams }: ApiDescription, builder: ModuleBuilder): readonly Doc[] {
  if (upstreams.length === 0) return [];
  const entries = upstreams.map(({ span: _, origin, credentials, ...rules }) =>
    object([
      entry("origin", typeof origin === "string" ? quote(origin) : object([entry("env", quote(origin.env))])),
      ...Object.entries(rules).flatMap(([name, value]) =>
        value === undefined ? [] : [entry(name, literal(typeof value === "object" ? { ...value } : value))],
      ),
      ...(credentials === undefined
        ? []
        : [entry("credentials", call(builder.use("credentials"), [literal({ ...credentials })]))]),
    ]),
  );
  return [entry("upstreams", call(builder.use("upstreams"), [array(entries)]))];
}
