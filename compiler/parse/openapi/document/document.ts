import {
  isObject,
  type JsonObject,
  type JsonValue,
  setMember,
} from "../../../../runtime/data/model/values.js";
import { methods } from "../../../syntax/openapi.js";
import { Schemas } from "../../schema/normal-schema.js";
import type { Located } from "../../yaml/references.js";
import type { YamlValue } from "../../yaml/yaml.js";
import { Components, componentKinds } from "./components.js";
import { map, mapMembers, type Read } from "./fields.js";
import { type ComponentReaders, objectReaders, servers } from "./objects.js";
import { externalDocs, info, securityOf, tags } from "./plain-objects.js";
import { SchemaWriter } from "./schemas.js";
import type { Version } from "./version.js";

/**
 * A description as one document of OpenAPI 3.1, whichever version and however many files it is written in. It has no
 * extensions: what flows, keys and settings there are is nobody else's business. What OpenAPI does not allow is left out,
 * and so are paths for any number of segments (`/files/**`), which only flowc understands.
 */
export function readDocument(top: Located, version: Version, unsaid: ReadonlySet<YamlValue>): JsonObject {
  const components = new Components();
  const schemas = new SchemaWriter(components, new Schemas(version.dialect));
  const readers = objectReaders(components, schemas, version, unsaid);
  for (const kind of componentKinds)
    for (const [name, member] of top.get("components").get(kind).members)
      if (!name.startsWith("x-") || kind === "schemas") components.add(kind, name, member);
  const read = (name: string, reader: Read) => {
    const member = top.find(name);
    return member && reader(member);
  };
  const document: Record<string, JsonValue | undefined> = {
    openapi: "3.1.1",
    info: read("info", info) ?? { title: "API", version: "0" },
    servers: read("servers", servers),
    paths: pathsOf(components, readers, top.get("paths")),
    webhooks: read("webhooks", map(readers.pathItems)),
    security: read("security", securityOf(components.schemeName)),
    tags: read("tags", tags),
    externalDocs: read("externalDocs", externalDocs),
    components: components.make(readers),
  };
  return withoutAbsent(withPathParameters(document));
}

/** Paths with operations. One that several refer to is a component. */
function pathsOf(components: Components, readers: ComponentReaders, paths: Located): JsonObject {
  const entries = [...paths.members].filter(([name]) => name.startsWith("/") && !name.endsWith("/**"));
  const uses = new Map<unknown, number>();
  for (const [, item] of entries) {
    const target = item.target?.value;
    uses.set(target, (uses.get(target) ?? 0) + 1);
  }
  const made: Record<string, JsonValue> = {};
  for (const [name, item] of entries) {
    const { target } = item;
    if (target === undefined || methods.every((method) => !target.ownMembers.has(method))) continue;
    const isShared = target.value !== item.value && (uses.get(target.value) ?? 0) > 1;
    const $ref = isShared ? components.reference("pathItems", item) : undefined;
    const json = $ref === undefined ? readers.pathItems(target) : { $ref };
    if (json !== undefined) setMember(made, name, json);
  }
  return made;
}

/** Declares the parameters of paths that operations do not: requests cannot do without them. */
function withPathParameters(
  document: Record<string, JsonValue | undefined>,
): Record<string, JsonValue | undefined> {
  const components = isObject(document.components) ? document.components : {};
  const parameters = isObject(components.parameters) ? components.parameters : {};
  const declared = (list: JsonValue | undefined): readonly (string | undefined)[] =>
    (Array.isArray(list) ? (list as readonly JsonValue[]) : []).map((item) =>
      pathParameter(item, parameters),
    );
  const paths: Record<string, JsonValue> = {};
  for (const [path, item] of Object.entries(isObject(document.paths) ? document.paths : {})) {
    if (!isObject(item) || item.$ref !== undefined) {
      setMember(paths, path, item);
      continue;
    }
    const shared = declared(item.parameters);
    const lists = methods.flatMap((method) => {
      const operation = item[method];
      return isObject(operation) ? [declared(operation.parameters)] : [];
    });
    const names = [...new Set([...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name))];
    const missing = names.filter(
      (name) => !shared.includes(name) && lists.some((list) => !list.includes(name)),
    );
    const added = missing.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
    const own = Array.isArray(item.parameters) ? (item.parameters as readonly JsonValue[]) : [];
    setMember(paths, path, added.length === 0 ? item : { ...item, parameters: [...own, ...added] });
  }
  return { ...document, paths };
}

function pathParameter(item: JsonValue, components: JsonObject): string | undefined {
  if (!isObject(item)) return undefined;
  const name = typeof item.$ref === "string" ? item.$ref.split("/").at(-1) : undefined;
  const target = name === undefined ? item : Object.hasOwn(components, name) ? components[name] : undefined;
  return isObject(target) && target.in === "path" ? String(target.name) : undefined;
}

function withoutAbsent(document: Record<string, JsonValue | undefined>): JsonObject {
  const isThere = ([, value]: [string, JsonValue | undefined]) =>
    value !== undefined && !(isObject(value) && Object.keys(value).length === 0);
  const made = Object.fromEntries(Object.entries(document).filter(isThere)) as Record<string, JsonValue>;
  return { ...made, paths: made.paths ?? {} };
}

/** The document with one server for all paths, whichever it or they name. */
export function withOneServer(document: JsonObject, url: string): JsonObject {
  const { paths, components, ...rest } = document;
  const shared = isObject(components) ? components : {};
  return withoutAbsent({
    ...rest,
    servers: [{ url }],
    paths: mapMembers(paths, withoutServers),
    components: components && {
      ...shared,
      ...(shared.pathItems === undefined ? {} : { pathItems: mapMembers(shared.pathItems, withoutServers) }),
    },
  });
}

/** A path and its operations. */
function withoutServers(item: JsonValue): JsonValue {
  const without = (value: JsonValue): JsonValue => {
    if (!isObject(value)) return value;
    const { servers: _, ...rest } = value;
    return rest;
  };
  return mapMembers(without(item), without);
}

/** The text of a document, as `api.json` has it. */
export const documentText = (document: JsonObject): string => `${JSON.stringify(document, undefined, 2)}\n`;
