import type { Reporter } from "../../../diagnostics/reporter.js";
import { methodNames } from "../../../syntax/openapi.js";
import type { Located, References } from "../../yaml/references.js";
import { type MadeNode, type Member, UpgradedTree } from "../../yaml/upgraded-tree.js";
import type { YamlEntry, YamlFile, YamlValue } from "../../yaml/yaml.js";
import { isBasePath } from "./base-path.js";
import { list, text } from "./fields.js";
import { type MediaTypes, MessageUpgrade, mediaTypesOf, placeOf, textOf } from "./upgrade-messages.js";

/** A description in the form of OpenAPI 3, whichever version it is written in. Schemas are as they are written. */
export interface Upgraded {
  readonly file: YamlFile;
  readonly tree: UpgradedTree;
}

export function upgraded(file: YamlFile, references: References, reporter: Reporter): Upgraded {
  const tree = new UpgradedTree(references, file);
  const top = references.located(file.root);
  const { ownMembers: members } = top;
  const isNew = members.has("openapi");
  if (file.entries(file.root) === undefined || (isNew && !members.has("securityDefinitions")))
    return { file: tree.finish(file.root), tree };
  if (isNew) return { file: tree.finish(withSchemes(top, tree)), tree };
  return { file: tree.finish(new Upgrade(tree, top, reporter).top()), tree };
}

/** Members of the top level that are elsewhere, or called otherwise, in OpenAPI 3. */
const replaced: ReadonlySet<string> = new Set([
  ...["swagger", "host", "basePath", "schemes", "consumes", "produces", "definitions"],
  ...["parameters", "responses", "securityDefinitions", "components", "servers"],
]);

/** Makes a description of OpenAPI 3 of one of Swagger 2.0. What stands nowhere in Swagger stays as it is. */
class Upgrade {
  readonly #messages: MessageUpgrade;
  /** For operations that do not say which media types they take and send. */
  readonly #consumes: MediaTypes;
  readonly #produces: MediaTypes;
  /** Responses and bodies of operations that take or send other media types than most, by what is written, and by these types. */
  readonly #others = new Map<YamlValue, Map<string, MadeNode>>();

  constructor(
    private readonly tree: UpgradedTree,
    private readonly written: Located,
    private readonly reporter: Reporter,
  ) {
    this.#messages = new MessageUpgrade(tree, reporter);
    this.#consumes = mediaTypesOf(written.find("consumes"));
    this.#produces = mediaTypesOf(written.find("produces"));
  }

  top(): MadeNode {
    const { written, tree } = this;
    const { span, entries } = written;
    const paths = entries.find(({ key }) => key === "paths");
    const others = entries.filter((entry) => !replaced.has(entry.key) && entry !== paths);
    return tree.map(span, [
      tree.member("openapi", span, tree.text("3.0.3", span)),
      ...this.#servers(entries),
      ...others.map((entry) => tree.copied(entry)),
      tree.member("components", span, this.#components()),
      ...(paths === undefined ? [] : [tree.copied(paths, this.#paths(written.at(paths.value)))]),
    ]);
  }

  #servers(entries: readonly YamlEntry[]): readonly Member[] {
    const { tree, written } = this;
    const [host, base] = ["host", "basePath"].map((name) => entries.find(({ key }) => key === name));
    const isWrong = base !== undefined && !base.isNull && !isBasePath(base.string);
    if (isWrong) this.reporter.report(base.valueSpan, "apiBasePath");
    const path = isWrong || base?.isNull ? undefined : base?.string;
    const name = host && text(written.at(host.value));
    if (name === undefined && path === undefined) return [];
    const schemes = list(text)(written.get("schemes")) as readonly string[] | undefined;
    const starts =
      schemes === undefined || schemes.length === 0 ? [""] : schemes.map((scheme) => `${scheme}:`);
    const urls =
      name === undefined ? [path ?? "/"] : starts.map((start) => `${start}//${name}${path ?? "/"}`);
    const at = (base ?? host)?.valueSpan ?? written.span;
    // Swagger has no variables, so what is in braces is a part of the name.
    const variables = [...new Set([...(name ?? "").matchAll(/\{([^{}]*)\}/g)].map(([, one = ""]) => one))];
    const defaults = variables.map((one) =>
      tree.member(one, at, tree.map(at, [tree.member("default", at, tree.text(`{${one}}`, at))])),
    );
    const server = (url: string) =>
      tree.map(at, [
        tree.member("url", at, tree.text(url, at)),
        ...(defaults.length === 0 ? [] : [tree.member("variables", at, tree.map(at, defaults))]),
      ]);
    return [tree.member("servers", at, tree.list(at, urls.map(server)))];
  }

  #components(): MadeNode {
    const { tree, written } = this;
    const entry = (name: string) => written.entries.find(({ key }) => key === name);
    const made: Member[] = [];
    const add = (name: string, from: YamlEntry | undefined, read?: (member: Located) => YamlValue) => {
      if (from?.entries === undefined) return;
      const members = from.entries.map((one) =>
        tree.copied(one, read === undefined ? one.value : read(written.at(one.value))),
      );
      made.push(tree.member(name, from.keySpan, tree.map(from.valueSpan, members)));
    };
    add("schemas", entry("definitions"));
    add("parameters", entry("parameters"), (item) =>
      this.#follow(item, (parameter) => this.#parameter(parameter)),
    );
    add("responses", entry("responses"), (item) =>
      this.#follow(item, (response) => this.#messages.response(response, this.#produces)),
    );
    made.push(schemesOf(written, tree));
    // Parts of OpenAPI 3 in such a description have always counted.
    const known = new Set(made.map(({ key }) => key.value));
    for (const one of entry("components")?.entries ?? [])
      if (!known.has(one.key)) made.push(tree.copied(one));
    return tree.map(written.span, made);
  }

  #paths(paths: Located): YamlValue {
    const { tree } = this;
    if (paths.file.entries(paths.value) === undefined) return paths.value;
    const made = paths.entries.map((entry) => {
      const isPath = !entry.key.startsWith("x-");
      return tree.copied(
        entry,
        isPath ? this.#follow(paths.at(entry.value), (item) => this.#pathItem(item)) : entry.value,
      );
    });
    return tree.map(paths.span, made);
  }

  /** Makes what stands there, or what its reference leads to. */
  #follow(located: Located, make: (target: Located) => MadeNode | undefined): YamlValue {
    const { target } = located;
    if (target === undefined || target.file.entries(target.value) === undefined) return located.value;
    const known = this.tree.newForm(target);
    const made = known ?? make(target);
    if (made !== undefined) this.tree.stands(target, made);
    return located.reference === undefined ? (made ?? located.value) : located.value;
  }

  #pathItem(item: Located): MadeNode {
    const shared = parametersOf(item);
    const members = item.entries.map((entry) => {
      const inside = item.at(entry.value);
      if (entry.key === "parameters") return this.tree.copied(entry, this.#parameters(inside));
      if (!methodNames.has(entry.key)) return this.tree.copied(entry);
      return this.tree.copied(
        entry,
        this.#follow(inside, (operation) => this.#operation(operation, shared)),
      );
    });
    // Where there are no operations, this is all that is known of bodies.
    const hasMethod = item.entries.some(({ key }) => methodNames.has(key));
    return this.tree.map(item.span, [
      ...members,
      ...(hasMethod ? [] : this.#requestBody(item, [shared], this.#consumes)),
    ]);
  }

  #operation(operation: Located, shared: readonly Located[]): MadeNode {
    const { tree } = this;
    const types = (name: string, others: MediaTypes) =>
      operation.has(name) ? mediaTypesOf(operation.find(name)) : others;
    const consumes = types("consumes", this.#consumes);
    const produces = types("produces", this.#produces);
    const members = operation.entries
      .filter(({ key }) => !["consumes", "produces", "schemes"].includes(key))
      .map((entry) => {
        const inside = operation.at(entry.value);
        if (entry.key === "parameters") return tree.copied(entry, this.#parameters(inside));
        return tree.copied(
          entry,
          entry.key === "responses" ? this.#responses(inside, produces) : entry.value,
        );
      });
    const isBefore = ({ key }: Member) => key.value !== "responses";
    const body = operation.has("requestBody")
      ? []
      : this.#requestBody(operation, [parametersOf(operation), shared], consumes);
    return tree.map(operation.span, [
      ...members.filter(isBefore),
      ...body,
      ...members.filter((member) => !isBefore(member)),
    ]);
  }

  /** A list of parameters without bodies. */
  #parameters(list: Located): YamlValue {
    const target = list.target ?? list;
    const items = target.list;
    if (items === undefined) return list.value;
    const made = this.tree.list(
      target.span,
      items
        .filter((item) => placeOf(item) !== "body")
        .map((item) => this.#follow(item, (parameter) => this.#parameter(parameter))),
    );
    this.tree.stands(target, made);
    return list.reference === undefined ? made : list.value;
  }

  #parameter(parameter: Located): MadeNode | undefined {
    return placeOf(parameter) === "body"
      ? this.#messages.body(parameter, this.#consumes)
      : this.#messages.parameter(parameter);
  }

  /** @param lists the parameters of an operation, then those of its path */
  #requestBody(
    owner: Located,
    lists: readonly (readonly Located[])[],
    consumes: MediaTypes,
  ): readonly Member[] {
    const messages = this.#messages;
    for (const parameters of lists) {
      const inPlace = (place: string) => parameters.find((parameter) => placeOf(parameter) === place);
      const [body, field] = [inPlace("body"), inPlace("formData")];
      const types = [consumes, this.#consumes] as const;
      const made =
        body === undefined
          ? field && messages.form(field, consumes)
          : this.#message(body, owner, types, (message, own) => messages.body(message, own));
      if (made !== undefined) return [this.tree.member("requestBody", owner.span, made)];
    }
    return [];
  }

  #responses(responses: Located, produces: MediaTypes): YamlValue {
    const { target } = responses;
    if (target === undefined || target.file.entries(target.value) === undefined) return responses.value;
    const types = [produces, this.#produces] as const;
    const made = this.tree.map(
      target.span,
      target.entries.map((entry) => {
        const inside = target.at(entry.value);
        const response = entry.key.startsWith("x-")
          ? entry.value
          : this.#message(inside, target, types, (message, own) => this.#messages.response(message, own));
        return this.tree.copied(entry, response);
      }),
    );
    this.tree.stands(target, made);
    return responses.reference === undefined ? made : responses.value;
  }

  /**
   * A response or a body. Where an operation has other media types than most, what it refers to has another form there.
   * @param at the object that has it
   */
  #message(
    located: Located,
    at: Located,
    [types, usual]: readonly [own: MediaTypes, usual: MediaTypes],
    make: (message: Located, types: MediaTypes) => MadeNode,
  ): YamlValue {
    const { target } = located;
    if (target === undefined || target.file.entries(target.value) === undefined) return located.value;
    const isReference = located.reference !== undefined;
    if (!isReference && located.file === at.file) {
      const made = make(target, types);
      this.tree.stands(target, made);
      return made;
    }
    const isUsual =
      types === usual ||
      textOf(types) === textOf(usual) ||
      !["schema", "examples"].some((key) => target.has(key));
    if (isUsual && located.file === at.file) return this.#follow(located, (message) => make(message, usual));
    const known = this.#others.get(target.value) ?? new Map<string, MadeNode>();
    this.#others.set(target.value, known);
    const key = textOf(types);
    const made = known.get(key) ?? make(target, types);
    known.set(key, made);
    return this.tree.reference(located, target, made);
  }
}

/** The parameters that a path or an operation lists. */
const parametersOf = (owner: Located): readonly Located[] => owner.get("parameters").target?.items ?? [];

/** Schemes have counted under both names, whichever version a description is in. */
function schemesOf(top: Located, tree: UpgradedTree): Member {
  const lists = [top.get("securityDefinitions"), top.get("components").get("securitySchemes")];
  const schemes = new Map(
    lists.flatMap(({ entries }) => entries.map((entry) => [entry.key, entry] as const)),
  );
  const made = [...schemes.values()].map((entry) => tree.copied(entry));
  return tree.member("securitySchemes", top.span, tree.map(top.span, made));
}

/** A description of OpenAPI 3 with the schemes that it has where Swagger has them. */
function withSchemes(top: Located, tree: UpgradedTree): MadeNode {
  const others = top.entries.filter(({ key }) => key !== "components");
  const components = top.get("components").entries.filter(({ key }) => key !== "securitySchemes");
  const made = [...components.map((entry) => tree.copied(entry)), schemesOf(top, tree)];
  return tree.map(top.span, [
    ...others.map((entry) => tree.copied(entry)),
    tree.member("components", top.span, tree.map(top.span, made)),
  ]);
}
