import { isArray, isObject, type JsonObject, type JsonValue } from "../../data/model/values.js";
import { type Markup, markup } from "./docs-markup.js";
import { style } from "./docs-style.js";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/**
 * A page about an API: its operations, with parameters, bodies and answers, and the schemas and security schemes that they
 * refer to. It has no script, and nothing to scroll but itself, so that it needs no keys of its own.
 */
export function pageOf(description: JsonObject, link: string | undefined): Markup["html"] {
  const info = member(description, "info");
  const title = text(info, "title") || "API";
  const operations = entries(member(description, "paths")).flatMap(([path, item]) => {
    const target = resolved(description, item);
    return methods.flatMap((method) =>
      isObject(target[method]) ? [{ name: `${method.toUpperCase()} ${path}`, item: target, method }] : [],
    );
  });
  const servers = list(description.servers).map(
    (server) => markup` · <code>${text(objectOf(server), "url")}</code>`,
  );
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${styleElement}
</head>
<body>
<header><h1>${title}</h1>
<p>Version ${text(info, "version")}${servers}${link === undefined ? "" : markup` · <a href="${link}">OpenAPI description</a>`}</p>
${described(info)}</header>
<main>
<h2>Operations</h2>
<ul>
${operations.map(({ name }) => markup`<li>${linkTo("operation", name)}</li>\n`)}</ul>
${operations.map(({ name, item, method }) => operation(description, name, item, method))}${components(description, "schema")}${components(description, "security")}</main>
</body>
</html>
`.html;
}

/** The style has none of the characters that a text would be escaped for, as its hash shows. */
const styleElement = markup`<style>${style}</style>`;

/** The targets of the links on the page: the kind, the part of the description, and the heading. */
const linked = {
  schema: ["schemas", "Schemas"],
  security: ["securitySchemes", "Security schemes"],
} as const;

function components(description: JsonObject, kind: keyof typeof linked): Markup {
  const [part, heading] = linked[kind];
  const sections = entries(member(member(description, "components"), part)).map(
    ([name, value]) =>
      markup`<section><h3 id="${idOf(kind, name)}">${name}</h3>${described(value)}${json(value)}</section>\n`,
  );
  return sections.length === 0 ? markup`` : markup`<h2>${heading}</h2>\n${sections}`;
}

function operation(description: JsonObject, name: string, item: JsonObject, method: string): Markup {
  const own = objectOf(item[method]);
  const parameters = [...list(item.parameters), ...list(own.parameters)].map((each) =>
    resolved(description, each),
  );
  const body = own.requestBody === undefined ? undefined : resolved(description, own.requestBody);
  const responses = entries(objectOf(own.responses)).map(([status, response]) => {
    const target = resolved(description, response);
    const headers = entries(objectOf(target.headers)).map(([header, value]) => ({
      name: header,
      ...resolved(description, value),
    }));
    return markup`<h4>Answer ${status}</h4>${described(target)}${values("Header fields", headers)}${content(target)}`;
  });
  const summary = text(own, "summary");
  return markup`<section>
<h3 id="${idOf("operation", name)}"><code>${name}</code></h3>
${summary === "" ? "" : markup`<p>${summary}</p>`}
${described(own)}${own.deprecated === true ? markup`<p><strong>Deprecated</strong></p>` : ""}
${security(list(own.security ?? description.security))}${values("Parameters", parameters)}
${body === undefined ? "" : markup`<h4>Body</h4>${described(body)}${content(body)}`}
${responses}</section>
`;
}

/** Returns the needs of a request: all schemes of one of the alternatives. */
function security(alternatives: readonly JsonValue[]): Markup {
  if (alternatives.length === 0) return markup``;
  const each = alternatives.map((alternative, index) => {
    const schemes = entries(objectOf(alternative)).map(
      ([name], at) => markup`${at === 0 ? "" : " and "}${linkTo("security", name)}`,
    );
    return markup`${index === 0 ? "" : ", or "}${schemes.length === 0 ? "nothing" : schemes}`;
  });
  return markup`<p>Needs ${each}</p>`;
}

/** Parameters or header fields. */
function values(heading: string, described: readonly JsonObject[]): Markup {
  if (described.length === 0) return markup``;
  return markup`<h4>${heading}</h4>
<dl>
${described.map(value)}</dl>`;
}

function value(each: JsonObject): Markup {
  const facts = [
    text(each, "in"),
    each.required === true ? "required" : "",
    each.deprecated === true ? "deprecated" : "",
  ].filter((fact) => fact !== "");
  return markup`<dt><code>${text(each, "name")}</code> ${facts.join(", ")}</dt>
<dd>${described(each)}${json(each.schema ?? {})}</dd>
`;
}

function content(message: JsonObject): readonly Markup[] {
  return entries(objectOf(message.content)).map(
    ([mediaType, value]) => markup`<p><code>${mediaType}</code></p>${json(objectOf(value).schema ?? {})}`,
  );
}

/** A description is CommonMark; as it is written, it can be read as well, and has no markup that anybody else chose. */
function described(value: JsonValue | undefined): Markup {
  const said = text(objectOf(value), "description");
  return said === "" ? markup`` : markup`<p class="text">${said}</p>`;
}

/** A schema, or the name of one with a link to it. */
function json(schema: JsonValue): Markup {
  const reference = text(objectOf(schema), "$ref");
  const [, name] = /^#\/components\/schemas\/([^/]+)$/.exec(reference) ?? [];
  if (name === undefined) return markup`<pre>${JSON.stringify(schema, null, 2)}</pre>`;
  return markup`<p>${linkTo("schema", name.replaceAll("~1", "/").replaceAll("~0", "~"))}</p>`;
}

type Target = keyof typeof linked | "operation";

function linkTo(kind: Target, name: string): Markup {
  return markup`<a href="#${encodeURIComponent(idOf(kind, name))}">${name}</a>`;
}

/** IDs have no blanks, and addresses no halves of characters. */
function idOf(kind: Target, name: string): string {
  return `${kind}-${name.replaceAll(/[\s\p{Surrogate}]/gu, "_")}`;
}

/** The target of a reference within the description; a component never is a reference itself. */
function resolved(description: JsonObject, value: JsonValue): JsonObject {
  const object = objectOf(value);
  const [, kind, name] = /^#\/components\/([^/]+)\/([^/]+)$/.exec(text(object, "$ref")) ?? [];
  if (kind === undefined || name === undefined) return object;
  const plain = name.replaceAll("~1", "/").replaceAll("~0", "~");
  return member(member(member(description, "components"), kind), plain);
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? value : {};
}

function list(value: JsonValue | undefined): readonly JsonValue[] {
  return isArray(value) ? value : [];
}

function entries(object: JsonObject): readonly (readonly [string, JsonValue])[] {
  return Object.entries(object);
}

function member(object: JsonObject, name: string): JsonObject {
  return Object.hasOwn(object, name) ? objectOf(object[name]) : {};
}

function text(object: JsonObject, name: string): string {
  const value = Object.hasOwn(object, name) ? object[name] : undefined;
  return typeof value === "string" ? value : "";
}
