import { createRequire } from "node:module";
import { posix } from "node:path";
import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Files } from "../../source/files.js";
import { SourceText, type Span } from "../../source/source-text.js";
import { ecmaScriptCost } from "../pattern/ecma-pattern.js";
import { guardOf } from "../pattern/guard.js";
import { EditableYaml, TooMuchError } from "../yaml/editable-yaml.js";
import { type YamlEntry, YamlFile } from "../yaml/yaml.js";

type JsonPaths = typeof import("json-p3");

/** Loaded on demand, since few descriptions have overlays. */
const jsonPaths = (): JsonPaths => createRequire(import.meta.url)("json-p3");

/** Overlays that nobody has to name, beside the API description. */
const usualNames = ["overlay.yaml", "overlay.yml", "overlay.json"];

/** Longer than targets that people write. The parser recurses. */
const maxTargetLength = 1000;

/**
 * Reads an API description, and applies the overlays that are for it (OpenAPI Overlay 1.0). Returns `undefined` after
 * reporting that the description is not well-formed.
 */
export function readOverlaid(source: SourceText, files: Files, reporter: Reporter): YamlFile | undefined {
  const file = YamlFile.parse(source, reporter);
  const paths = files.input.overlays ?? usualOverlays(source, files);
  if (file === undefined || paths.length === 0) return file;
  try {
    const description = new EditableYaml(file);
    for (const path of paths) {
      const text = files.get(path)?.text ?? "";
      const overlay = YamlFile.parse(new SourceText(path, text, source.path), reporter);
      if (overlay !== undefined) new Overlay(overlay, description, reporter).apply();
    }
    return description.edited();
  } catch (error) {
    if (!(error instanceof TooMuchError)) throw error;
    reporter.report(source.span(0, 0), "overlaidTooLarge");
    return undefined;
  }
}

function usualOverlays({ path }: SourceText, files: Files): readonly string[] {
  const beside = usualNames.map((name) => posix.join(posix.dirname(path), name));
  const found = beside.find((name) =>
    /^\{?\s{0,9}["']?overlay["']?\s{0,9}:/m.test(files.get(name)?.text ?? ""),
  );
  return found === undefined ? [] : [found];
}

const members = {
  overlay: ["overlay", "info", "extends", "actions"],
  action: ["target", "description", "update", "remove"],
};

class Overlay {
  readonly #library = jsonPaths();
  readonly #paths = boundedPaths(this.#library);

  constructor(
    private readonly file: YamlFile,
    private readonly description: EditableYaml,
    private readonly reporter: Reporter,
  ) {}

  /** @throws TooMuchError */
  apply(): void {
    const { file, reporter } = this;
    const entries = file.entries(file.root) ?? [];
    this.#checkMembers(entries, members.overlay);
    const version = entries.find(({ key }) => key === "overlay");
    if (version === undefined || !/^1\.[01]\b/.test(file.text(version.value) ?? ""))
      reporter.report(version?.valueSpan ?? file.source.span(0, 0), "overlayVersion");
    const actions = entries.find(({ key }) => key === "actions");
    if (actions?.items === undefined)
      reporter.report(actions?.valueSpan ?? file.source.span(0, 0), "apiType", {
        key: "actions",
        expected: "a list",
      });
    for (const action of actions?.items ?? []) this.#act(action);
  }

  #act(action: YamlEntry): void {
    const entries = action.entries ?? [];
    this.#checkMembers(entries, members.action);
    const member = (name: string) => entries.find(({ key }) => key === name);
    const [target, update] = [member("target"), member("update")];
    const locations = target && this.#find(target);
    if (target?.string === undefined)
      this.reporter.report(target?.valueSpan ?? action.valueSpan, "apiType", {
        key: "target",
        expected: "a JSONPath, such as $.paths['/orders'].get",
      });
    const remove = member("remove");
    if (remove !== undefined && remove.boolean === undefined)
      this.reporter.report(remove.valueSpan, "apiType", { key: "remove", expected: "true or false" });
    else if (remove?.boolean !== true && update === undefined)
      this.reporter.report(action.span, "overlayIdle");
    if (target === undefined || locations === undefined) return;
    if (locations.length === 0) this.reporter.report(target.valueSpan, "overlayNothing");
    if (remove?.boolean === true) this.description.remove(locations.map(({ location }) => location));
    else if (update !== undefined) locations.every(({ value }) => this.#update(target, value, update));
  }

  /** Returns false after reporting that the value is of another kind: that of one says enough. */
  #update(target: YamlEntry, value: unknown, update: YamlEntry): boolean {
    const isObject = typeof value === "object" && value !== null;
    const isMergeable = isObject && (Array.isArray(value) || update.entries !== undefined);
    if (isMergeable) this.description.merge(value, this.file, update.value);
    else
      this.reporter.report(
        (isObject ? update : target).valueSpan,
        isObject ? "overlayUpdate" : "overlayScalar",
      );
    return isMergeable;
  }

  /** The values that a target selects, each once; `undefined` after reporting that it is no query, or takes too long. */
  #find(target: YamlEntry) {
    const query = target.string ?? "";
    const refuse = (reason: string, span = target.valueSpan) => {
      this.reporter.report(span, "overlayTarget", { reason });
      return undefined;
    };
    if (query.length > maxTargetLength) return refuse(`it is longer than ${maxTargetLength} characters`);
    try {
      const found = this.description.query((json) => this.#paths.query(query, json).nodes);
      const byPlace = new Map(found.map((node) => [JSON.stringify(node.location), node]));
      return [...byPlace.values()];
    } catch (error) {
      // The library passes what a step selects as arguments, which have a bound.
      if (error instanceof TooMuchError || error instanceof RangeError)
        return refuse("it takes too many steps");
      if (error instanceof CostlyPatternError) return refuse(error.message);
      if (!(error instanceof this.#library.JSONPathError)) throw error;
      const [reason = ""] = error.message.split(" ('"); // behind it, a part of the query
      return refuse(reason, within(target, error.token.index));
    }
  }

  #checkMembers(entries: readonly YamlEntry[], known: readonly string[]): void {
    for (const { key, keySpan } of entries)
      if (!known.includes(key) && !key.startsWith("x-"))
        this.reporter.report(keySpan, "overlayMember", { key, nearest: nearest(key, known) });
  }
}

/** The character of a text, if it is written as it is; otherwise the whole text. */
function within({ valueSpan: span, string = "" }: YamlEntry, index: number): Span {
  const start = span.source.text.indexOf(string, span.start) + Math.min(index, string.length - 1);
  return span.start <= start && start < span.end ? span.source.span(start, start + 1) : span;
}

class CostlyPatternError extends Error {}

/** Paths whose patterns cannot take long. */
function boundedPaths({ JSONPathEnvironment }: JsonPaths): InstanceType<JsonPaths["JSONPathEnvironment"]> {
  const paths = new JSONPathEnvironment({ maxRecursionDepth: 1000 });
  for (const name of ["match", "search"]) {
    const known = paths.functionRegister.get(name);
    if (known === undefined) continue;
    const call = (text: unknown, pattern: unknown) => {
      if (typeof pattern === "string" && guardOf(ecmaScriptCost(pattern), "test").kind !== "none")
        throw new CostlyPatternError(`the pattern ${pattern} could take too long`);
      return known.call(text, pattern);
    };
    paths.functionRegister.set(name, { argTypes: known.argTypes, returnType: known.returnType, call });
  }
  return paths;
}
