/**
 * The client, which is written into the module of types as it is. It needs `fetch`, and nothing else: not flowc either.
 * It looks nothing up in plain objects whose names come from a description.
 */
export const clientSource = `type Digit = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9";
type ToNumber<T extends string> = T extends \`\${infer N extends number}\` ? N : never;
/** The statuses that begin with a digit: \`StatusRange<"4">\` is 400 to 499. */
export type StatusRange<First extends string> = ToNumber<\`\${First}\${Digit}\${Digit}\`>;
export type AnyStatus = StatusRange<"1" | "2" | "3" | "4" | "5">;
export type OtherStatus<Described> = Exclude<AnyStatus, Described>;

/** A response. \`type\` is its media type without parameters; \`data\` is what its body contains. */
export interface Answer<Status extends number, Type extends string, Data, Fields = unknown> {
  readonly status: Status;
  readonly type: Type;
  readonly data: Data;
  /** The header fields, with their names in lower case. */
  readonly headers: Fields & { readonly [name: string]: string | undefined };
  readonly response: Response;
}
/** A response of which the description says nothing. */
export type Undescribed<Described> = Answer<OtherStatus<Described>, string, unknown>;

export type Bytes = Exclude<RequestInit["body"], null | undefined>;

/** What every request can have. */
export interface Common {
  /** More header fields. */
  readonly headers?: { readonly [name: string]: unknown } | undefined;
  readonly signal?: AbortSignal | undefined;
}

type RequestOf<T> = T extends { request: infer R } ? R & Common : never;
type ResponseOf<T> = T extends { response: infer R } ? R : never;
type Arguments<T> = Record<never, never> extends T ? [options?: T] : [options: T];

export type Client = {
  readonly [M in keyof Operations]: <P extends keyof Operations[M]>(
    path: P,
    ...options: Arguments<RequestOf<Operations[M][P]>>
  ) => Promise<ResponseOf<Operations[M][P]>>;
};

export interface HeaderFields {
  readonly [name: string]: string;
}

export interface ClientOptions {
  /** What all paths stand below. In browsers, a path is enough. */
  readonly baseUrl?: string;
  /** Header fields of all requests, such as tokens. */
  readonly headers?: HeaderFields | (() => HeaderFields | Promise<HeaderFields>);
  /** Sends requests in place of \`fetch\`. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
}

interface Facts {
  readonly type?: string;
  readonly styles?: readonly (readonly [
    place: string,
    name: string,
    style: string,
    explode: boolean,
  ])[];
}

interface Options extends Common {
  readonly path?: object;
  readonly query?: object;
  readonly type?: string;
  readonly body?: unknown;
}

/** A client for all operations: \`await client.get("/path", { query })\`. */
export function createClient(options: ClientOptions = {}): Client {
  const send = options.fetch ?? ((request: Request) => fetch(request));
  const client = methods.map((method) => {
    const call = async (path: string, asked: Options = {}) => {
      const facts = operations.get(\`\${method} \${path}\`) ?? {};
      const own = typeof options.headers === "function" ? await options.headers() : options.headers;
      const headers = new Headers(own);
      for (const [name, value] of Object.entries(asked.headers ?? {}))
        if (value !== undefined) headers.set(name, joined(value, styleOf(facts, "header", name)));
      const init: RequestInit & { duplex?: "half" } = { method: method.toUpperCase(), headers };
      if (asked.signal !== undefined) init.signal = asked.signal;
      if (asked.body !== undefined) {
        const type = asked.type ?? facts.type ?? "application/json";
        init.body = bodyOf(type, asked.body, facts);
        // The boundary of a multipart body is in the media type that comes with it.
        const isKnown = type.includes("*") || init.body instanceof FormData;
        if (!isKnown && !headers.has("content-type")) headers.set("content-type", type);
        if (init.body instanceof ReadableStream) init.duplex = "half";
      }
      const base = (options.baseUrl ?? basePath).replace(/\\/+$/, "");
      const url = base + pathOf(path, asked.path, facts) + queryOf(asked.query, facts);
      const response = await send(new Request(url, init));
      const [type = ""] = (response.headers.get("content-type") ?? "").toLowerCase().split(";");
      return {
        status: response.status,
        type: type.trim(),
        data: await dataOf(response, type.trim()),
        headers: Object.fromEntries(response.headers),
        response,
      };
    };
    return [method, call] as const;
  });
  return Object.fromEntries(client) as unknown as Client;
}

/** Text and bytes as they are, JSON parsed; \`undefined\` if there is no body. */
async function dataOf(response: Response, type: string): Promise<unknown> {
  if (response.body === null) return undefined;
  if (isJson.test(type)) {
    const text = await response.text();
    return text === "" ? undefined : JSON.parse(text);
  }
  if (isText.test(type)) return response.text();
  const bytes = await response.blob();
  return type === "" && bytes.size === 0 ? undefined : bytes;
}

const isJson = /^application\\/json$|\\+json$/;
const isText =
  /^text\\/|[/+](?:xml|yaml|javascript|graphql|jwt|x-ndjson|ndjson|x-www-form-urlencoded)$/;

function bodyOf(type: string, body: unknown, facts: Facts): Bytes {
  if (isBytes(body)) return body;
  if (type !== "multipart/form-data" && type !== "application/x-www-form-urlencoded")
    return typeof body === "string" && !isJson.test(type) ? body : JSON.stringify(body);
  if (type !== "multipart/form-data")
    return fieldsOf(body, facts, formText)
      .map(([name, value]) => formText(name) + "=" + textOf(value))
      .join("&");
  const form = new FormData();
  for (const [name, value] of fieldsOf(body, facts, unchanged))
    if (value instanceof Blob) form.append(name, value);
    else form.append(name, value);
  return form;
}

const formText = (text: string) => new URLSearchParams([["", text]]).toString().slice(1);

const kindsOfBytes = [Blob, FormData, URLSearchParams, ReadableStream, ArrayBuffer];

const isBytes = (body: unknown): body is Exclude<Bytes, string> =>
  ArrayBuffer.isView(body) || kindsOfBytes.some((kind) => body instanceof kind);

/**
 * The fields of a form. A list is a field for each of its items, if nothing else is said. If it
 * is one, the commas between its items are not encoded.
 */
function fieldsOf(
  body: unknown,
  facts: Facts,
  encode: (text: string) => string,
): [string, string | Blob][] {
  const sent = (item: unknown) => (item instanceof Blob ? item : encode(textOf(item)));
  return Object.entries(body ?? {}).flatMap(([name, value]: [string, unknown]) => {
    const [, explode] = styleOf(facts, "form", name);
    const list = (Array.isArray(value) ? value : [value]).filter((item) => item !== undefined);
    const texts = explode || list[0] === value ? list.map(sent) : [list.map(sent).join(",")];
    return texts.map((text): [string, string | Blob] => [name, text]);
  });
}

type Style = readonly [style: string, explode: boolean];

function styleOf({ styles = [] }: Facts, place: string, name: string): Style {
  // The names of header fields are the same in any case.
  const same = (one: string) =>
    place === "header" ? one.toLowerCase() === name.toLowerCase() : one === name;
  for (const [where, which, style, explode] of styles)
    if (where === place && same(which)) return [style, explode];
  return place === "query" || place === "form" ? ["form", true] : ["simple", false];
}

function textOf(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" && value !== null ? JSON.stringify(value) : String(value);
}

const unchanged = (text: string) => text;

/** A value as text: a list with commas, an object as names and values. */
function joined(value: unknown, [style, explode]: Style, encode = unchanged): string {
  if (style === "json") return encode(JSON.stringify(value));
  if (Array.isArray(value)) return value.map((item) => encode(textOf(item))).join(",");
  if (typeof value !== "object" || value === null || value instanceof Date)
    return encode(textOf(value));
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name, member]) => encode(name) + (explode ? "=" : ",") + encode(textOf(member)))
    .join(",");
}

/** @throws TypeError if a parameter has no value, or the values would lead to another path */
function pathOf(path: string, values: object | undefined, facts: Facts): string {
  const known = new Map<string, unknown>(Object.entries(values ?? {}));
  const written = path.replace(/\\{([^{}]*)\\}|\\*\\*$/g, (whole, name: string | undefined) => {
    const value = known.get(name ?? whole);
    if (value === undefined || value === null || (value === "" && name !== undefined))
      throw new TypeError(\`\${path} needs a value for \${whole}\`);
    if (name === undefined) return textOf(value).split("/").map(encodeURIComponent).join("/");
    return joined(value, styleOf(facts, "path", name), encodeURIComponent);
  });
  // URLs take such segments away, even percent-encoded, and the ones before them with "..".
  if (written.split("/").some((segment) => segment === "." || segment === ".."))
    throw new TypeError(\`\${path} cannot have a segment "." or ".."\`);
  return written;
}

function queryOf(values: object | undefined, facts: Facts): string {
  const pairs = Object.entries(values ?? {}).flatMap(([name, value]: [string, unknown]) =>
    value === undefined ? [] : pairsOf(name, value, styleOf(facts, "query", name)),
  );
  return pairs.length === 0 ? "" : "?" + pairs.join("&");
}

function pairsOf(name: string, value: unknown, [style, explode]: Style): string[] {
  const pair = (key: string, text: string) => encodeURIComponent(key) + "=" + text;
  const single = (key: string, member: unknown) => pair(key, encodeURIComponent(textOf(member)));
  const isPlain =
    typeof value !== "object" || value === null || value instanceof Date || style === "json";
  if (isPlain || !(explode || style === "deepObject"))
    return [pair(name, joined(value, [style, false], encodeURIComponent))];
  if (Array.isArray(value)) return value.map((item) => single(name, item));
  const keyOf = (key: string) => (style === "deepObject" ? name + "[" + key + "]" : key);
  return Object.entries(value).flatMap(([key, member]: [string, unknown]) =>
    member === undefined ? [] : single(keyOf(key), member),
  );
}
`;
