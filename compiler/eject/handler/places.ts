import { isPlainName } from "../../../runtime/data/xpath/child-path.js";
import { $, call, code, flowVariable, member, number, optionalMember, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { printDoc } from "../../code/print-doc.js";
import type { Schema } from "../../syntax/schema.js";
import type { Names } from "./names.js";
import { ScopedMap } from "./scoped-map.js";
import { argumentsOf, bare, calleeOf, pathOf, textOf, type ts, typescript, variableName } from "./syntax.js";
import { type Kind, type Written, written } from "./written.js";

/** What a name of the handler stands for. */
export interface Binding extends Written {
  /** The variable of the flow that it holds. */
  readonly variable?: string;
}

/** The parameters of the request that the description names, by their places and names. */
export type ParameterKind = (place: "path" | "query" | "header" | "cookie", name: string) => Kind | undefined;

/** What is known of a flow's surroundings. */
export interface PlaceFacts {
  readonly parameter: ParameterKind;
  /** What the client's JSON is like, if requests with other JSON are refused. */
  readonly body: Schema | undefined;
  /** What a variable of the request holds that is no constant of the handler. */
  variable(name: string): { readonly kind: Kind; readonly isObject?: boolean };
  /** Tells whether a flow has set a predefined variable, so that it is not what handlers get. */
  isReplaced(variable: string): boolean;
}

/** The name by which a variable of the flow is bound: those of templates are `$name` in generated code. */
export const variableKey = (name: string): string => `$.${name}`;

/** Where the parameters of a place are: in `$request` of flows, and in `request` of handlers. */
const parameterPlaces = {
  params: ["path", "params"],
  get: ["query", "query"],
  headers: ["header", "headers"],
  cookies: ["cookie", "cookies"],
} as const;

/** The places of data in a handler that paths of a flow lead to: `$.body/json/id` is `request.json?.id`. */
export class Places {
  readonly bindings = new ScopedMap<string, Binding>();
  /** The constants that hold the responses to upstream requests, by their IDs. Who asks for one uses it. */
  readonly responses = new ScopedMap<string, () => Doc>();

  /** The texts that are there, since a condition has asked for them, as code. */
  readonly present = new ScopedMap<string, true>();
  /** The request whose response the client gets, where the handler has not said so yet: in flows, each request makes content. */
  main: string | undefined;
  /** Files with JSON, by the names that generated code has for them. */
  readonly files = new Map<string, { readonly data: unknown; use(): Doc }>();
  /** Names for what cannot be told by itself, but of which a path leads on. */
  readonly aliases = new ScopedMap<string, ts.Expression>();
  /** Something has asked for what the client will get. */
  asksForContent = false;

  constructor(
    private readonly facts: PlaceFacts,
    private readonly names: Names,
  ) {}

  /** Where plain data is that a path leads to; `undefined` if it leads to nodes, or to several. */
  find(node: ts.Expression): Written | undefined {
    const { base, names } = pathOf(node);
    const found = this.at(base, names);
    return found?.kind === "text" && this.present.has(printDoc(found.doc).text)
      ? { ...found, kind: "string", isSet: true }
      : found;
  }

  /** Returns what makes all names stand for what they stand for now. */
  kept(): () => void {
    const { main, bindings, responses, aliases, present } = this;
    const kept = [bindings, responses, aliases, present].map((each) => each.kept());
    return () => {
      for (const restore of kept) restore();
      this.main = main;
    };
  }

  /** From here on, what a path leads to is there. */
  assume(node: ts.Expression): void {
    const found = this.find(node);
    if (found?.kind === "text") this.present.set(printDoc(found.doc).text, true);
  }

  /** The same for a path that is taken apart. */
  at(base: ts.Expression, names: readonly string[]): Written | undefined {
    const variable = variableName(base);
    if (variable !== undefined) return this.#fromVariable(variable, names);
    if (typescript().isIdentifier(base)) {
      const alias = this.aliases.get(base.text);
      if (alias !== undefined) return this.at(alias, names);
      const file = this.files.get(base.text);
      if (file !== undefined) return fromFile(file, names);
      const binding = this.bindings.get(base.text);
      return binding?.kind === "nodes" ? undefined : binding && extended(binding, names);
    }
    switch (calleeOf(base)) {
      case "content":
        return this.#fromContent(argumentsOf(base), names);
      case "nth":
        return this.#nth(argumentsOf(base), names);
      case "rootElement":
        return this.at(bare(argumentsOf(base)[0] as ts.Expression), names);
      default: {
        const inner = pathOf(base);
        return inner.base === base && inner.names.length === 0
          ? undefined
          : this.at(inner.base, [...inner.names, ...names]);
      }
    }
  }

  #fromVariable(variable: string, names: readonly string[]): Written | undefined {
    const binding = this.bindings.get(variableKey(variable));
    if (binding !== undefined) return binding.kind === "nodes" ? undefined : extended(binding, names);
    const [first, second, ...others] = names;
    if (this.facts.isReplaced(variable)) return undefined;
    switch (variable) {
      case "request":
        return this.#fromRequest(names);
      case "body":
        return first === "json" ? extended(this.#json(), names.slice(1)) : undefined;
      case "env":
        return first !== undefined && second === undefined
          ? written(code`${$}.env${member(first)}`, "text")
          : undefined;
      case "upstream":
        return first !== undefined && second !== undefined
          ? this.#fromResponse(first, second, others)
          : undefined;
      case "error":
        return extended({ ...written(code`${$}.error`, "json"), isObject: true }, names);
      default: {
        const { kind, isObject = false } = this.facts.variable(variable);
        const place = { ...written(flowVariable(variable), kind), isObject };
        return kind === "nodes" ? undefined : extended(place, names);
      }
    }
  }

  /** `list(order.lines)[0]` for `$order/lines/value[1]`. */
  #nth([of, position]: readonly ts.Expression[], names: readonly string[]): Written | undefined {
    const ts = typescript();
    const list = of && this.find(of);
    if (list === undefined || position === undefined || !ts.isNumericLiteral(position)) return undefined;
    if (list.kind !== "json" && list.kind !== "array") return undefined;
    const array = list.kind === "array" ? list.doc : call(this.names.use("list"), [list.doc]);
    const { items } = list.schema ?? {};
    const item = {
      ...written(code`${array}[${number(Number(position.text) - 1)}]`, kindBySchema(items)),
      schema: items,
    };
    return Number(position.text) < 1 ? undefined : extended(item, names);
  }

  #json(): Written {
    return { ...written(code`${this.names.request()}.json`, "json"), schema: this.facts.body };
  }

  #fromRequest([first, second, ...others]: readonly string[]): Written | undefined {
    if ((first === "id" || first === "method") && second === undefined)
      return written(code`${this.names.request()}${member(first)}`, "string");
    if (first === undefined || second === undefined || others.length > 0) return undefined;
    if (!Object.hasOwn(parameterPlaces, first)) return undefined;
    const [place, property] = parameterPlaces[first as keyof typeof parameterPlaces];
    const kind = this.facts.parameter(place, second);
    const doc = code`${this.names.request()}${member(property)}${member(second)}`;
    return kind && { ...written(doc, kind), isSet: place === "path" };
  }

  #fromResponse(id: string, first: string, others: readonly string[]): Written | undefined {
    const response = this.responses.get(id);
    if (response !== undefined && first === "status" && others.length === 0)
      return { ...written(code`${response()}.status`, "number"), isWhole: true };
    if (response !== undefined && first === "error")
      return extended({ ...written(code`${response()}.error`, "json"), isObject: true }, others);
    if (response !== undefined && first === "headers" && others.length < 2)
      return fields(written(code`${response()}.headers`, "object"), others);
    const own = extended({ ...written(code`${$}.upstream`, "json"), isObject: true }, [id, first]);
    return own && (first === "headers" ? fields(own, others) : extended(own, others));
  }

  #fromContent([, id]: readonly ts.Expression[], names: readonly string[]): Written | undefined {
    if (names[0] !== "json") return undefined;
    const named = id === undefined ? "" : textOf(id);
    if (named === undefined) return undefined;
    const own = named === "" ? this.main : named;
    if (own === undefined) this.asksForContent = true;
    const response = own === undefined ? undefined : this.responses.get(own);
    const data =
      response === undefined
        ? code`${call(this.names.use("content"), own === undefined ? [$] : [$, quote(own)])}?.json`
        : code`${response()}.json`;
    return extended(written(data, "json"), names.slice(1));
  }
}

/** Header fields of a response, or one of them. */
const fields = (all: Written, names: readonly string[]): Written | undefined =>
  extended({ ...all, isObject: true, isFields: true }, names);

/** The type checker knows what a file has: no other members can be asked for. */
function fromFile(
  file: { readonly data: unknown; use(): Doc },
  names: readonly string[],
): Written | undefined {
  let data = file.data;
  for (const name of names) {
    if (typeof data !== "object" || data === null || Array.isArray(data) || !Object.hasOwn(data, name))
      return undefined;
    data = (data as Record<string, unknown>)[name];
  }
  const doc = names.reduce<Doc>((of, name) => code`${of}${member(name)}`, file.use());
  return { ...written(doc, typeof data === "string" ? "string" : "json"), isSet: true };
}

/** What the members of data are; `undefined` if a chain of properties would not find the same. */
export function extended(of: Written, names: readonly string[]): Written | undefined {
  let { doc, kind, members, schema, isObject = false, isThere = false } = of;
  if (of.isFields === true && names[0] === "set-cookie") return undefined;
  for (const [index, name] of names.entries()) {
    const isMember =
      isObject || kind === "object" ? !(name in Object.prototype) : isPlainName(name, index === 0);
    if (!isMember || !(kind === "json" || kind === "object")) return undefined;
    doc = kind === "object" || isThere ? code`${doc}${member(name)}` : code`${doc}${optionalMember(name)}`;
    schema = memberSchema(schema, name);
    kind = members?.get(name) ?? kindBySchema(schema);
    members = undefined;
    isObject = false;
    isThere = false;
  }
  return names.length === 0 ? of : { ...written(doc, kind), schema };
}

/** The schema of a member; `undefined` where it is one of several. */
function memberSchema(schema: Schema | undefined, name: string): Schema | undefined {
  const isPlain = schema !== undefined && schema.allOf.length + schema.anyOf.length === 0;
  return isPlain ? schema.members.get(name) : undefined;
}

/** What values of a schema are, where they are not missing. */
export function kindBySchema(schema: Schema | undefined): Kind {
  const [type, ...others] = schema?.types ?? [];
  if (schema === undefined || others.length > 0 || schema.allOf.length + schema.anyOf.length > 0)
    return "json";
  return type === "string" ? "text" : type === "number" ? "numeric" : "json";
}
