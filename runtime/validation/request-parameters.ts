import { decodesPercent } from "../base/percent-decode.js";
import { connectionTokens } from "../http/field-syntax.js";
import type { Field } from "../http/fields.js";
import { cookieFields, urlEncodedFields } from "../http/fields.js";
import type { ClaimsFields } from "../request/claims-fields.js";
import type { ParameterPlace } from "./contract.js";
import { type Fields, fieldsByName, type ParameterSource } from "./parameters.js";

/** The parts of a request that can hold parameters. */
export interface RequestMessage {
  readonly path: string;
  /** The query without its `?`. */
  readonly query: string | undefined;
  readonly headers: { get(name: string): string | null | undefined };
  /** The fields of the body. */
  readonly form: readonly Field[];
  /** The fields that no flow gets to see, since they pass for checked ones. */
  readonly claims?: ClaimsFields | undefined;
  pathFields(): readonly Field[];
}

/** The parameters of a request, read as flows read them. */
export class RequestParameters implements ParameterSource {
  readonly #request: RequestMessage;
  #query: Fields | undefined;
  #form: Fields | undefined;
  #cookies: Fields | undefined;
  #path: readonly Field[] | undefined;
  #connection: ReadonlySet<string> | undefined;

  constructor(request: RequestMessage) {
    this.#request = request;
  }

  sent(place: ParameterPlace, name: string): readonly Field[] | undefined {
    switch (place) {
      case "path":
        return this.#ofPath(name);
      case "header":
        return this.#ofHeader(name);
      case "cookie":
        this.#cookies ??= fieldsByName(cookieFields(this.#request.headers.get("cookie") ?? ""));
        return this.#cookies.get(name);
      default:
        return this.fields(place).get(name);
    }
  }

  fields(place: ParameterPlace): Fields {
    if (place === "formData") {
      this.#form ??= fieldsByName(this.#request.form);
      return this.#form;
    }
    this.#query ??= fieldsByName(urlEncodedFields(this.#request.query ?? ""));
    return this.#query;
  }

  #ofPath(name: string): readonly Field[] | undefined {
    const { path } = this.#request;
    this.#path ??= this.#request.pathFields();
    const field = this.#path.find((each) => each.name === name);
    if (field === undefined) return undefined;
    return [decodesPercent(path) ? field : { ...field, isUnclear: true }];
  }

  /**
   * The fields of a header parameter. A field that `Connection` names is not passed on to upstream systems, so it
   * counts as not sent.
   */
  #ofHeader(name: string): readonly Field[] | undefined {
    const { headers, claims } = this.#request;
    if (claims?.isTaken(name)) return undefined;
    const key = name.toLowerCase();
    const value = headers.get(key) ?? undefined;
    if (value === undefined) return undefined;
    this.#connection ??= connectionTokens({ get: (field) => headers.get(field) ?? null });
    return [this.#connection.has(key) ? { name, value, isUnclear: true } : { name, value }];
  }
}
