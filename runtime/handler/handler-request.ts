import { Hono, type Context as HonoContext } from "hono";
import { JsonDocument } from "../data/json/json-node.js";
import { readJsonOr } from "../data/json/long-integers.js";
import type { JsonValue } from "../data/model/values.js";
import { cookieFields, type Field, urlEncodedFields } from "../http/fields.js";
import { isHtml, isJson, isXml } from "../http/media-type.js";
import { type Context, type DeclaredValues, type State, state } from "../request/context.js";
import { pathFields } from "../request/route.js";
import type { Untyped } from "./untyped.js";

/** What an operation type of `openapi-typescript` says of its parameters in one place. */
type ParametersIn<Operation, Place extends string> = Operation extends {
  readonly parameters: { readonly [P in Place]?: infer Fields };
}
  ? [Exclude<Fields, undefined>] extends [never]
    ? Texts
    : Exclude<Fields, undefined>
  : Texts;

/** Parameters of which no description tells. */
type Texts = { readonly [name: string]: string | undefined };

/** What an operation type of `openapi-typescript` says of its body. */
type BodyOf<Operation> = Operation extends { readonly requestBody?: infer Body }
  ? [Exclude<Body, undefined>] extends [{ readonly content: infer Contents }]
    ? Contents[keyof Contents]
    : Untyped
  : Untyped;

/** The same of JSON alone; `undefined` if the body may have another media type. */
type JsonOf<Operation> = Operation extends { readonly requestBody?: infer Body }
  ? [Exclude<Body, undefined>] extends [{ readonly content: infer Contents }]
    ? { [Type in keyof Contents]: Type extends JsonType ? Contents[Type] : undefined }[keyof Contents]
    : Untyped
  : Untyped;

/** JSON for flows: of no other type, they read `$body/json`. */
type JsonType = "application/json" | `application/json;${string}`;

/**
 * The client's request. Parameters and the body are decoded as the API description says, and checked where it is asked to
 * be: the text `5` of an integer is the number 5.
 * @typeParam Operation of the operation, as `openapi-typescript` writes it: `operations["getOrder"]`
 */
export interface HandlerRequest<Operation = unknown> {
  /** In upper case. */
  readonly method: string;
  /** With the origin and the query. */
  readonly url: string;
  /** Of this request, also in the log. */
  readonly id: string;
  /** The parameters of the path. */
  readonly params: ParametersIn<Operation, "path">;
  /** The parameters of the query. Of one that is sent several times, the last counts, unless the description makes it a list. */
  readonly query: ParametersIn<Operation, "query">;
  /** The header fields by their names in lower case, and those of the description by its names, too. */
  readonly headers: ParametersIn<Operation, "header"> & Texts;
  readonly cookies: ParametersIn<Operation, "cookie">;
  /** JSON as plain data, forms as objects, other texts as strings, anything else as bytes; `undefined` if there is none. */
  readonly body: BodyOf<Operation>;
  /** What `$body/json` is in flows: the data if the body is `application/json`, and `undefined` for anything else, also if it is broken. */
  readonly json: JsonOf<Operation>;
  /** The body as it was sent; `undefined` if there is none. */
  readonly bytes: Uint8Array | undefined;
  /** Hono's context, with the request and the bindings of the platform. What it sets is only sent with a `Response` that it makes. */
  readonly hono: HonoContext;
}

/** Reads of the request what the handler asks for, once. */
export class ReadRequest implements HandlerRequest {
  readonly #state: State;
  #declared: ReturnType<DeclaredValues> | undefined;
  #params: Texts | undefined;
  #query: Texts | undefined;
  #headers: Texts | undefined;
  #cookies: Texts | undefined;
  #hono: HonoContext | undefined;

  constructor($: Context) {
    this.#state = $[state];
  }

  get method(): string {
    return this.#state.method;
  }

  get url(): string {
    return this.#state.client.url;
  }

  get id(): string {
    return this.#state.requestID;
  }

  get params(): Texts {
    const { route, url } = this.#state;
    this.#params ??= this.#with("path", pathFields(route, url.path));
    return this.#params;
  }

  get query(): Texts {
    const { query } = this.#state.url;
    this.#query ??= this.#with("query", query === undefined ? [] : urlEncodedFields(query));
    return this.#query;
  }

  get headers(): Texts {
    this.#headers ??= this.#with("header", fieldsOf(this.#state));
    return this.#headers;
  }

  get cookies(): Texts {
    const field = this.#state.client.headers.get("cookie");
    // Of several with one name the first counts (RFC 6265 §5.4).
    this.#cookies ??= this.#with("cookie", field === null ? [] : cookieFields(field).toReversed());
    return this.#cookies;
  }

  get body(): unknown {
    const { body, bodyValue } = this.#state;
    const { mediaType, bytes } = body;
    if (bytes === undefined) return undefined;
    if (bodyValue instanceof JsonDocument) return bodyValue.value;
    if (isJson(mediaType)) return readJsonOr(body.text, body.text);
    const { form } = body;
    if (form !== undefined) return this.#with("formData", form.fields);
    return isText(mediaType) ? body.text : bytes;
  }

  get json(): JsonValue | undefined {
    const { bodyValue } = this.#state;
    return bodyValue instanceof JsonDocument ? bodyValue.value : undefined;
  }

  get bytes(): Uint8Array | undefined {
    return this.#state.body.bytes;
  }

  get hono(): HonoContext {
    this.#hono ??= honoContext(this.#state);
    return this.#hono;
  }

  /** What was sent, with the parameters of the description in place of their texts. Of several the last counts. */
  #with(place: Parameters<ReturnType<DeclaredValues>>[0], sent: readonly SentField[]): Texts {
    this.#declared ??= this.#state.declared?.(this.#state);
    const all: Record<string, JsonValue> = Object.create(null);
    for (const { name, value, isFile } of sent) if (isFile === undefined) all[name] = value;
    if (this.#declared !== undefined) for (const [name, value] of this.#declared(place)) all[name] = value;
    return all as Texts;
  }
}

type SentField = Pick<Field, "name" | "value" | "isFile">;

/** The fields that flows see, too. */
function fieldsOf({ client, facilities }: State): readonly SentField[] {
  const fields: SentField[] = [];
  client.headers.forEach((value, name) => {
    if (!facilities.claims?.isTaken(name)) fields.push({ name, value });
  });
  return fields;
}

function isText(mediaType: string | undefined): boolean {
  return mediaType === undefined || /^\s*text\//i.test(mediaType) || isXml(mediaType) || isHtml(mediaType);
}

/** Hono makes a context for each request that it routes, and not by itself. */
function honoContext({ client, body, bindings }: State): HonoContext {
  const { method, url, headers } = client;
  const request =
    client instanceof Request && !client.bodyUsed
      ? client
      : new Request(url, { method, headers, body: body.bytes ?? null });
  let made: HonoContext | undefined;
  const app = new Hono().all("*", (context) => {
    made = context;
    return context.body(null);
  });
  void app.fetch(request, (bindings ?? {}) as object);
  if (made === undefined) throw new Error("Hono made no context.");
  return made;
}
