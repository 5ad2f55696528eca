import { isArray, isObject, type JsonObject, type JsonValue } from "../data-model/values.js";
import { type Markup, markup } from "./markup.js";
import { style } from "./style.js";

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** A page about an API: its operations, with parameters, bodies and answers, and the schemas that they refer to. */
export function pageOf(description: JsonObject, link: string | undefined): Markup["html"] {
  const info = member(description, "info");
  const title = text(info, "title") || "API";
  const operations = entries(member(description, "paths")).flatMap(([path, item]) => {
    const target = resolved(description, item);
    return methods.flatMap((method) =>
      isObject(target[method]) ? [operation(description, path, target, method)] : [],
    );
  });
  const schemas = entries(member(member(description, "components"), "schemas")).map(
    ([name, schema]) =>
      markup`<section><h3 id="${idOf(name)}">${name}</h3>${described(schema)}${json(schema)}</section>\n`,
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
<p>Version ${text(info, "version")}${link === undefined ? "" : markup` · <a href="${link}">OpenAPI description</a>`}</p>
${described(info)}</header>
<main>
<h2>Operations</h2>
${operations}${schemas.length === 0 ? "" : markup`<h2>Schemas</h2>\n${schemas}`}</main>
</body>
</html>
`.html;
}

/** The style has none of the characters that a text would be escaped for, as its hash shows. */
const styleElement = markup`<style>${style}</style>`;

function operation(description: JsonObject, path: string, item: JsonObject, method: string): Markup {
  const own = objectOf(item[method]);
  const parameters = [...list(item.parameters), ...list(own.parameters)].map((each) =>
    resolved(description, each),
  );
  const body = own.requestBody === undefined ? undefined : resolved(description, own.requestBody);
  const responses = entries(objectOf(own.responses)).map(([status, response]) => {
    const target = resolved(description, response);
    return markup`<h4>Answer ${status}</h4>${described(target)}${content(target)}`;
  });
  return markup`<section>
<h3><code>${method.toUpperCase()} ${path}</code></h3>
<p>${text(own, "summary")}</p>
${described(own)}${own.deprecated === true ? markup`<p><strong>Deprecated</strong></p>` : ""}
${parameters.length === 0 ? "" : parameterTable(parameters)}
${body === undefined ? "" : markup`<h4>Body</h4>${described(body)}${content(body)}`}
${responses}</section>
`;
}

function parameterTable(parameters: readonly JsonObject[]): Markup {
  const rows = parameters.map(
    (each) => markup`<tr><td><code>${text(each, "name")}</code></td><td>${text(each, "in")}</td>
<td>${each.required === true ? "required" : ""}</td><td>${json(each.schema ?? {})}</td>
<td>${described(each)}</td></tr>\n`,
  );
  return markup`<table><caption>Parameters</caption>
<tr><th scope="col">Name</th><th scope="col">In</th><th scope="col"></th><th scope="col">Schema</th><th scope="col">Meaning</th></tr>
${rows}</table>`;
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
  if (name === undefined) return markup`<pre tabindex="0">${JSON.stringify(schema, null, 2)}</pre>`;
  const plain = name.replaceAll("~1", "/").replaceAll("~0", "~");
  return markup`<p><a href="#${encodeURIComponent(idOf(plain))}">${plain}</a></p>`;
}

/** IDs have no blanks. */
function idOf(name: string): string {
  return `schema-${name.replaceAll(/\s/g, "_")}`;
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
