import { pushAll } from "../../../runtime/base/push-all.js";
import { changed } from "../../source/changed.js";
import type { Span } from "../../source/source-text.js";
import type { JsonToken, TokenPart } from "../../syntax/json-tokens.js";
import type { VariableTypes } from "../../syntax/static-type.js";
import type { Block, TemplateExpression, ValuePart, Way } from "../../syntax/template.js";
import type { BlockCommand } from "../../syntax/template-command.js";
import { isDefinition } from "../../syntax/visit-template.js";
import { templateType } from "../types/static-type.js";
import {
  type Decision,
  extend,
  lastDecisions,
  type Outcomes,
  type Path,
  pathLength,
} from "./path-decisions.js";
import { isAttribute, isNeverEmpty } from "./values.js";

export interface PathFailure {
  readonly span: Span;
  readonly reason: string;
  /** The number of decisions on the path. */
  readonly length: number;
  /** The last decisions, in order. A report keeps only those that matter. */
  readonly decisions: readonly Decision[];
}

type RepeatedOutcomes = Extract<BlockCommand, { repeats: true }>["outcomes"];

/** No sensible template has more configurations at one place. */
const maxConfigs = 128;
const maxLoopRounds = 8;
/** The most open brackets at one place. Later phases recurse over them. */
const maxBrackets = 200;

/**
 * The parts that may come next: a value; a value or `]`; a key; a key or `}`; a colon; a comma or a closing
 * bracket. Inside a string, the state before that string.
 */
type State = "value" | "first-item" | "key" | "first-key" | "colon" | "after";

interface Config {
  /** Open brackets, innermost last. */
  readonly stack: string;
  readonly state: State;
  /** A `{{,}}` or an automatic comma stands here. The comma is only written if a value or key follows. */
  readonly softComma: boolean;
  readonly inString: boolean;
  readonly path: Path | undefined;
}

const startConfig: Config = { stack: "", state: "value", softComma: false, inString: false, path: undefined };

/**
 * Follows all paths through a template at once, with the grammar of JSON, and with only the given outcomes of
 * decisions. Paths that reach the same grammatical state continue as one.
 */
export class PathChecker {
  readonly #failures = new Map<string, PathFailure>();
  overflowed = false;

  constructor(
    public stepsLeft: number,
    private readonly variables: VariableTypes,
    private readonly outcomes: Outcomes = new Map(),
  ) {}

  /** Tells whether at least one path through the whole template yields JSON. */
  canSucceed(parts: readonly TokenPart[]): boolean {
    const ends = this.#sequence(parts, [startConfig]);
    return ends.filter((config) => this.#finish(config, parts)).length > 0;
  }

  get failures(): readonly PathFailure[] {
    return [...this.#failures.values()];
  }

  #sequence(parts: readonly TokenPart[], configs: readonly Config[]): readonly Config[] {
    let current = configs;
    for (const part of parts) {
      if (current.length === 0) return current;
      current = this.#part(part, current);
    }
    return current;
  }

  /** Tells whether the template may end in this state; reports it if not. */
  #finish(config: Config, parts: readonly TokenPart[]): boolean {
    if (config.stack === "" && config.state === "after" && !config.inString) return true;
    const last = parts.at(-1);
    if (last === undefined || parts.every(isDefinition)) return true;
    const open = config.stack.at(-1);
    if (config.inString) this.#fail(config, last.span, "the string is not closed at the end");
    else if (open !== undefined) this.#fail(config, last.span, `the ${open} is not closed at the end`);
    else this.#fail(config, last.span, "there is no value");
    return false;
  }

  #part(part: TokenPart, configs: readonly Config[]): readonly Config[] {
    this.stepsLeft -= configs.length;
    if (this.stepsLeft < 0) {
      this.overflowed = true;
      return [];
    }
    switch (part.kind) {
      case "value":
        return this.#expression(part, configs);
      case "sign":
        return part.command.writes === "separator"
          ? configs.map(withSoftComma)
          : this.#each(configs, (config) => this.#written(config, part.span, undefined));
      case "block":
        return part.command.repeats
          ? this.#rounds(part.ways[0], part.command.outcomes, configs)
          : this.#ways(part, configs);
      default:
        return this.#each(configs, (config) => this.#token(config, part));
    }
  }

  #each(configs: readonly Config[], step: (config: Config) => readonly Config[]): readonly Config[] {
    const next = configs.flatMap(step);
    return next.length > 1 ? this.#merge(next) : next;
  }

  #expression({ span, command, value }: ValuePart, configs: readonly Config[]): readonly Config[] {
    switch (command.use) {
      case "definition":
        return configs;
      case "value":
        return this.#each(configs, (config) => this.#written(config, span, value));
      case "members":
        return this.#each(configs, (config) => this.#members(config, span, value));
      default:
        return command.use satisfies never;
    }
  }

  #ways({ command, ways, otherwise }: Block<TokenPart>, configs: readonly Config[]): readonly Config[] {
    const { taken, passed } = command.outcomes;
    const results: Config[] = [];
    let remaining = configs;
    for (const { span, parts } of ways) {
      pushAll(results, this.#sequence(parts, this.#decide(remaining, span, taken)));
      remaining = this.#decide(remaining, span, passed);
    }
    pushAll(results, this.#sequence(otherwise ?? [], remaining));
    return this.#merge(results);
  }

  /** The parts stand there any number of times, with an automatic comma between two rounds. */
  #rounds(
    { span, parts }: Way<TokenPart>,
    { taken, passed, again }: RepeatedOutcomes,
    configs: readonly Config[],
  ): readonly Config[] {
    let ends = this.#decide(configs, span, passed);
    const isEntered = this.#allows(span, taken) || this.#allows(span, again);
    let entries = isEntered ? configs.map((config) => decided(config, span, taken)) : [];
    const seen = new Set<string>();
    for (let round = 0; entries.length > 0; round++) {
      if (round === maxLoopRounds) {
        this.overflowed = true;
        break;
      }
      const fresh = entries.filter((config) => !seen.has(key(config)));
      for (const config of fresh) seen.add(key(config));
      if (fresh.length === 0) break;
      const results = this.#sequence(parts, fresh);
      if (this.#allows(span, round === 0 ? taken : again)) ends = this.#merge([...ends, ...results]);
      if (!this.#allows(span, again)) break;
      entries = results.map((config) => {
        const next = decided(config, span, again);
        return next.state === "after" && next.stack !== "" ? moved(next, "after", true) : next;
      });
    }
    return ends;
  }

  #merge(configs: readonly Config[]): readonly Config[] {
    const merged = new Map<string, Config>();
    for (const config of configs) {
      const known = merged.get(key(config));
      if (known === undefined || pathLength(config.path) < pathLength(known.path))
        merged.set(key(config), config);
    }
    if (merged.size > maxConfigs) this.overflowed = true;
    return [...merged.values()].slice(0, maxConfigs);
  }

  #token(config: Config, token: JsonToken): readonly Config[] {
    const { span } = token;
    if (token.kind === "bad") return this.#fail(config, span, token.reason);
    if (config.inString) {
      if (token.kind === "string-part") return [config];
      if (token.kind === "string-end") return [changed(config, { inString: false })];
      return this.#fail(config, span, "the string before this is not closed");
    }
    switch (token.kind) {
      case "{":
      case "[":
        return this.#open(config, token.kind, span);
      case "}":
      case "]":
        return this.#close(config, token.kind, span);
      case ",":
        return this.#comma(config, span);
      case ":":
        if (config.state === "colon") return [moved(config, "value", config.softComma)];
        return this.#fail(config, span, "there is no property name before this colon");
      case "constant":
        return this.#value(config, span, constantType(token.value));
      case "string-start":
        return this.#value(config, span, "string").map((after) => changed(after, { inString: true }));
      default:
        return this.#fail(config, span, "this closes a string that is not open");
    }
  }

  #open(config: Config, bracket: "{" | "[", span: Span): readonly Config[] {
    if (config.stack.length === maxBrackets) {
      this.overflowed = true;
      return [];
    }
    return this.#value(config, span, "other").map(({ path, stack }) => ({
      stack: stack + bracket,
      state: bracket === "{" ? "first-key" : "first-item",
      softComma: false,
      inString: false,
      path,
    }));
  }

  #close(config: Config, bracket: "}" | "]", span: Span): readonly Config[] {
    const open = config.stack.at(-1);
    if (open !== (bracket === "}" ? "{" : "["))
      return this.#fail(config, span, `there is no bracket open that ${bracket} could close`);
    const isEmpty = config.state === "first-key" || config.state === "first-item";
    if (!isEmpty && config.state !== "after") {
      const isTrailing = config.state === "key" || (config.state === "value" && bracket === "]");
      const reason = isTrailing
        ? `a comma stands before the ${bracket}`
        : `a value is missing before the ${bracket}`;
      return this.#fail(config, span, reason);
    }
    return [moved(config, "after", false, config.stack.slice(0, -1))];
  }

  #comma(config: Config, span: Span): readonly Config[] {
    const open = config.stack.at(-1);
    if (config.state !== "after" || open === undefined) {
      const reason =
        open === undefined
          ? "a comma stands outside of any object or array"
          : "a comma stands where nothing comes before it";
      return this.#fail(config, span, reason);
    }
    return [moved(config, open === "{" ? "key" : "value")];
  }

  /** A value; where a key is expected, a string is the name of a property. */
  #value(
    config: Config,
    span: Span,
    type: "string" | "maybe-string" | "number" | "other",
  ): readonly Config[] {
    const open = config.stack.at(-1);
    switch (config.state) {
      case "value":
      case "first-item":
        return [moved(config, "after")];
      case "after":
        if (open === undefined) return this.#fail(config, span, "a second value follows the first");
        if (!config.softComma) return this.#fail(config, span, "there is no comma before this");
        if (open === "[") return [moved(config, "after")];
        break;
      case "colon":
        return this.#fail(config, span, "there is no colon after the property name");
      case "key":
      case "first-key":
        break;
    }
    if (type === "number") return this.#fail(config, span, "a number stands where a name belongs");
    if (type === "other") return this.#fail(config, span, "a property name must be a string");
    const named = moved(config, "colon");
    if (type === "maybe-string")
      this.#fail(decided(config, span, "is no string"), span, "a property name must be a string");
    return this.#allows(span, "is a string") ? [named] : [];
  }

  #written(config: Config, span: Span, value: TemplateExpression | undefined): readonly Config[] {
    const type = value === undefined ? "nodes" : templateType(value, this.variables);
    if (config.inString) {
      if (type === "number" || type === "boolean") return [config];
      const reason = "a string placeholder brings its own quotes, so it cannot stand inside a string";
      if (type === "string") return this.#fail(config, span, reason);
      this.#fail(decided(config, span, "is a string"), span, reason);
      return this.#allows(span, "is no string") ? [config] : [];
    }
    if (type === "string" || (value !== undefined && isAttribute(value)))
      return this.#value(config, span, "string");
    return this.#value(config, span, type === "number" || type === "boolean" ? "other" : "maybe-string");
  }

  /** A pair producer: any number of pairs, with an automatic comma after each. */
  #members(config: Config, span: Span, value: TemplateExpression): readonly Config[] {
    if (config.inString) return this.#fail(config, span, "pairs cannot stand inside a string");
    if (config.stack.at(-1) !== "{") return this.#fail(config, span, "pairs can only stand in an object");
    const none = isNeverEmpty(value) ? [] : this.#decide([config], span, "finds nothing");
    if (config.state === "colon" || config.state === "value") {
      return this.#fail(config, span, "pairs bring their own names, so they cannot follow a property name");
    }
    if (config.state === "after" && !config.softComma) {
      this.#fail(decided(config, span, "finds something"), span, "there is no comma before this");
      return none;
    }
    const some = this.#decide([config], span, "finds something");
    return [...none, ...some.map((found) => moved(found, "after", true))];
  }

  #decide(configs: readonly Config[], span: Span, outcome: string): readonly Config[] {
    return this.#allows(span, outcome) ? configs.map((config) => decided(config, span, outcome)) : [];
  }

  #allows(span: Span, outcome: string): boolean {
    return this.outcomes.get(span)?.has(outcome) ?? true;
  }

  #fail(config: Config, span: Span, reason: string): readonly Config[] {
    const failure = { span, reason, length: pathLength(config.path), decisions: lastDecisions(config.path) };
    const id = `${span.start}\0${reason}`;
    const known = this.#failures.get(id);
    if (known === undefined || failure.length < known.length) this.#failures.set(id, failure);
    return [];
  }
}

function key({ stack, state, softComma, inString }: Config) {
  return `${stack} ${state} ${softComma} ${inString}`;
}

function moved(config: Config, state: State, softComma = false, stack = config.stack): Config {
  return { stack, state, softComma, inString: config.inString, path: config.path };
}

/** A `{{,}}` inside a string, or where no comma can stand, is nothing. */
const withSoftComma = (config: Config): Config =>
  config.state === "after" && config.stack !== "" && !config.inString
    ? moved(config, config.state, true)
    : config;

const decided = (config: Config, span: Span, outcome: string): Config =>
  changed(config, { path: extend(config.path, span, outcome) });

function constantType(value: string | number | boolean | null): "string" | "number" | "other" {
  return typeof value === "string" || typeof value === "number"
    ? (typeof value as "string" | "number")
    : "other";
}
