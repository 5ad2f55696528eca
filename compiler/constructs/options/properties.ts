import { charsets } from "../../../runtime/upstream/plan/percent-encode.js";
import { content, uploads } from "../bodies/content.js";
import { fields } from "../bodies/fields.js";
import { checkMethod } from "../bodies/method.js";
import { cookies, form, query } from "../bodies/pairs.js";
import type { Properties } from "../bodies/properties.js";
import { boolean, constants, object, type Shape, text } from "../bodies/shape.js";
import { checkOptions } from "./index.js";
import { requestOptions } from "./request-options.js";

/** A property of the configuration of a request, beside its options. */
interface PropertyRow {
  readonly shape: Shape;
  /** The part of the URL that it is: all of it, or what comes before the client's path. */
  readonly part?: "url" | "path";
  /** The facility of the runtime that it needs. */
  readonly facility?: "multipart" | "charsets";
}

const options: Shape = object(
  'an object, as in { "timeout": 5 }',
  (value, _, reporter) =>
    checkOptions(value, reporter, (name) =>
      names.has(name) && !optionNames.has(name)
        ? "It belongs beside options, not into them."
        : inHeaders(name),
    ),
  { members: new Map(requestOptions.map(({ name, shape }) => [name, shape])) },
);

const url = text((written, span, name, reporter) => {
  if (written.includes("&amp;")) reporter.report(span, "escapedText", { name });
});

const charset = constants(
  "the name of a charset with one byte for each character, or UTF-8",
  (name) => typeof name === "string" && (/^(utf-?8)?$/i.test(name) || charsets(name) !== undefined),
);

/** The properties of `<request>`, and of each of `<requests>`. */
export const requestProperties: Readonly<Record<string, PropertyRow>> = {
  id: { shape: text() },
  url: { shape: url, part: "url" },
  method: { shape: text((method, span, _, reporter) => checkMethod(method, span, reporter)) },
  headers: { shape: fields },
  cookies: { shape: cookies },
  query: { shape: query },
  post: { shape: form },
  body: { shape: content },
  uploads: { shape: uploads, facility: "multipart" },
  encoding: { shape: charset, facility: "charsets" },
  options: { shape: options },
};

/** The properties of `<proxy-request>` and `x-flow-proxy`. */
export const proxyProperties: Readonly<Record<string, PropertyRow>> = {
  origin: { shape: text(), part: "url" },
  stripEndpoint: { shape: boolean },
  addPrefix: { shape: text(), part: "path" },
  url: { shape: url, part: "url" },
  query: { shape: query },
  headers: { shape: fields },
  options: { shape: options },
};

const { url: _, ...allButUrl } = requestProperties;

/** The properties of `<test-request>`, which goes to the app alone. */
const testRequestProperties: Readonly<Record<string, PropertyRow>> = {
  path: { shape: text() },
  ...allButUrl,
};

/** All of them, by name. */
export const properties: Readonly<Record<string, PropertyRow>> = { ...requestProperties, ...proxyProperties };

const names: ReadonlySet<string> = new Set(Object.keys(properties));
const optionNames: ReadonlySet<string> = new Set(requestOptions.map(({ name }) => name));

/** The properties that the JSON of a request may have. */
export const requestShape: Properties = shapeOf(requestProperties);

/** The properties that the JSON of a request to the app itself may have. */
export const testRequestShape: Properties = shapeOf(testRequestProperties);

/** The properties that the JSON of a proxy may have. */
export const proxyShape: Properties = shapeOf(proxyProperties);

function shapeOf(rows: Readonly<Record<string, PropertyRow>>): Properties {
  return {
    shapes: new Map(Object.entries(rows).map(([name, { shape }]) => [name, shape])),
    belongs: (name) => belongs(name, rows),
  };
}

/** Where a name belongs that is no property here. */
function belongs(name: string, rows: Readonly<Record<string, PropertyRow>>): string | undefined {
  if (/^(auth|basic-?auth|credentials)$/i.test(name))
    return 'It belongs into options: { "basic-auth-credentials": "user:password" }.';
  if (optionNames.has(name)) return `It belongs into options: { "${name}": … }.`;
  if (!Object.hasOwn(rows, "url") && Object.hasOwn(rows, "path") && /^(?:url|uri|target)$/i.test(name))
    return "It is called path here, and begins behind the host.";
  const meant = otherNames.get(name.toLowerCase());
  if (meant !== undefined && Object.hasOwn(rows, meant)) return `It is called ${meant} here.`;
  if (Object.hasOwn(rows, "body") && ["src", "value", "mime"].includes(name))
    return `It belongs into body: { "${name}": … }.`;
  return inHeaders(name);
}

/** Tells whether it is the name of a header field. */
const inHeaders = (name: string): string | undefined =>
  /^(accept|authorization|cache-control|content-type|cookie|user-agent|(accept|if|x)-[\w-]+)$/i.test(name)
    ? `It belongs into headers: { "${name}": … }.`
    : undefined;

/** The names of the properties in other HTTP clients, in lower case. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ["uri", "url"],
  ["verb", "method"],
  ["data", "body"],
  ["json", "body"],
  ["payload", "body"],
  ["content", "body"],
  ["params", "query"],
  ["parameters", "query"],
  ["querystring", "query"],
  ["form", "post"],
  ["files", "uploads"],
  ["baseurl", "origin"],
  ["target", "origin"],
]);
