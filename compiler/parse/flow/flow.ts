import { nearest } from "../../../runtime/base/nearest.js";
import { pushAll } from "../../../runtime/base/push-all.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { isTooLong } from "../../diagnostics/text-length.js";
import type { AnyActionDefinition, TestedApp } from "../../language/action-definition.js";
import type { Language } from "../../language/language.js";
import { changed } from "../../source/changed.js";
import type { Files } from "../../source/files.js";
import type { SourceText, Span } from "../../source/source-text.js";
import type { Flow, IfStatement, Statement } from "../../syntax/flow.js";
import { isHandlerPath } from "../../syntax/handler.js";
import type { XmlElement } from "../../syntax/xml.js";
import type { Expression } from "../../syntax/xpath.js";
import { parseHandler } from "../handler/handler.js";
import { parseDocument } from "../xml/xml.js";
import { FlowActionParser } from "./action.js";

const controlElements = ["if", "elseif", "else", "break", "return"];
const commonAttributes = ["if", "debug"];

/** Parses a flow file, or a handler; statements with errors are left out, so that one run shows them all. */
export function parseFlow(
  source: SourceText,
  files: Files,
  language: Language,
  reporter: Reporter,
): Flow | undefined {
  if (isHandlerPath(source.path)) return parseHandler(source, files, reporter);
  const document = isTooLong(source, reporter) ? undefined : parseDocument(source, reporter);
  if (document === undefined) return undefined;
  const { root, comments } = document;
  if (root.name !== "flow") {
    reporter.report(root.nameSpan, "flowRoot", { name: root.name });
    return undefined;
  }
  const parser = new FlowParser(source, files, language, reporter);
  parser.checkAttributes(root, []);
  return { kind: "flow", source, span: root.span, statements: parser.statements(root), comments };
}

/** A test, and the flows inside it that run later, by their paths. */
export interface TestFlow {
  readonly flow: Flow;
  /** The name of the root element. */
  readonly rootSpan: Span;
  readonly nested: ReadonlyMap<string, Flow>;
}

/** The names of a test's root element. */
const testRoots: readonly string[] = ["flat-test", "flow-test"];

/**
 * Parses a test of flows.
 * @param app the app that it is of
 */
export function parseTest(
  source: SourceText,
  files: Files,
  language: Language,
  app: TestedApp,
  reporter: Reporter,
): TestFlow | undefined {
  const document = parseDocument(source, reporter);
  if (document === undefined) return undefined;
  const { root, comments } = document;
  if (!testRoots.includes(root.name)) {
    reporter.report(root.nameSpan, "testRoot", { name: root.name });
    return undefined;
  }
  const parser = new FlowParser(source, files, language, reporter, language.testActions, app);
  parser.checkAttributes(root, []);
  const statements = parser.statements(root);
  return {
    flow: { kind: "flow", source, span: root.span, statements, comments },
    rootSpan: root.nameSpan,
    nested: parser.nested,
  };
}

/** Parses statements. `known` are the actions that are allowed. */
export class FlowParser {
  /** Flows inside the file that run later, by their paths. */
  readonly nested = new Map<string, Flow>();
  private readonly actionParser: FlowActionParser;

  constructor(
    private readonly source: SourceText,
    files: Files,
    private readonly language: Language,
    private readonly reporter: Reporter,
    private readonly known = language.actions,
    app: TestedApp = {
      variables: new Set(),
      requests: undefined,
      environment: new Set(),
      namesEnvironment: false,
      logged: undefined,
      unanswered: () => undefined,
    },
  ) {
    const nestedFlow = (element: XmlElement): string => this.#nestedFlow(element);
    const isNested = () => this.#depth > 0;
    this.actionParser = new FlowActionParser(source, files, reporter, language, {
      nestedFlow,
      get isNested() {
        return isNested();
      },
      app,
    });
  }

  /** How many nested flows are open. */
  #depth = 0;

  /** No file can have the path, since a fragment is no part of one. */
  #nestedFlow(element: XmlElement): string {
    const { source, span } = { source: this.source, span: element.span };
    this.#depth++;
    const statements = this.statements(element);
    this.#depth--;
    const path = `${source.path}#${this.nested.size + 1}`;
    this.nested.set(path, { kind: "flow", source, span, statements, comments: [] });
    return path;
  }

  statements(parent: XmlElement): readonly Statement[] {
    this.actionParser.noText(parent);
    const statements: Statement[] = [];
    const { children } = parent;
    for (let index = 0; index < children.length; ) {
      const element = children[index] as XmlElement;
      if (element.name === "if") {
        const chain = [element];
        while (isContinuation(children[index + chain.length], chain.at(-1)))
          chain.push(children[index + chain.length] as XmlElement);
        pushAll(statements, this.#if(chain));
        index += chain.length;
      } else {
        pushAll(statements, this.#statement(element));
        index++;
      }
    }
    return statements;
  }

  #statement(element: XmlElement): readonly Statement[] {
    const { name, span } = element;
    switch (name) {
      case "elseif":
      case "else":
        this.reporter.report(element.nameSpan, "elseWithoutIf", { name });
        this.statements(element);
        return [];
      case "break":
      case "return":
        this.checkAttributes(element, commonAttributes);
        this.actionParser.noText(element);
        return [{ kind: name, span, condition: this.#condition(element) }];
      default:
        return this.#action(element);
    }
  }

  #action(element: XmlElement): readonly Statement[] {
    const { name, span } = element;
    const definition = this.known.get(name);
    if (definition === undefined) {
      if (this.language.testActions.has(name)) this.reporter.report(element.nameSpan, "testAction", { name });
      else {
        const candidates = [...this.known.keys(), ...controlElements];
        const local = name.slice(name.indexOf(":") + 1);
        const meant = candidates.includes(local) ? local : nearest(local, candidates);
        const advice = this.language.advice.element(name);
        this.reporter.report(element.nameSpan, "unknownAction", { name, nearest: meant, advice });
      }
      return [];
    }
    this.checkAttributes(element, [...definition.attributes, ...commonAttributes]);
    // The element is left out as a whole: without the wrong child, its text would cause errors that the
    // author did not make.
    if (definition.children !== "any" && !this.#checkChildren(element, definition.children)) return [];
    const condition = this.#condition(element);
    const own = definition.parse(element, this.actionParser);
    if (own === undefined) return [];
    return [changed(own, { kind: "action", element: name, span, condition, topics: topicsOf(element) })];
  }

  /** Reports child elements that do not belong there. Returns whether there are none. */
  #checkChildren(element: XmlElement, known: Exclude<AnyActionDefinition["children"], "any"> = {}): boolean {
    const found = element.children.map((child) => {
      if (Object.hasOwn(known, child.name)) {
        this.checkAttributes(child, known[child.name] ?? []);
        return this.#checkChildren(child);
      }
      const { name } = child;
      const { advice, actions } = this.language;
      const isAction = actions.has(name) || controlElements.some((each) => each === name);
      const hint = advice.child(element.name, name, isAction);
      this.reporter.report(child.nameSpan, "unexpectedElement", {
        name,
        element: element.name,
        advice: hint,
      });
      return false;
    });
    return !found.includes(false);
  }

  #if(chain: readonly XmlElement[]): readonly Statement[] {
    const branches: IfStatement["branches"][number][] = [];
    let otherwise: readonly Statement[] | undefined;
    for (const element of chain) {
      this.checkAttributes(element, element.name === "else" ? [] : ["test"]);
      const statements = this.statements(element);
      if (element.name === "else") otherwise = statements;
      else {
        const test = this.#test(element);
        if (test !== undefined) branches.push({ span: element.span, test, statements });
      }
    }
    const [first] = chain;
    if (branches.length === 0 || first === undefined) return [];
    // An empty branch before others keeps them from running.
    if (chain.length === 1 && first.children.length === 0 && first.text.text.trim() === "")
      this.reporter.report(first.nameSpan, "emptyBranches");
    return [{ kind: "if", span: joined(chain), branches, otherwise }];
  }

  #test(element: XmlElement): Expression | undefined {
    const test = element.attributes.get("test");
    if (test !== undefined) return this.actionParser.expression(test.value);
    this.reporter.report(element.nameSpan, "conditionExpected", { element: element.name });
    return undefined;
  }

  #condition(element: XmlElement): Expression | undefined {
    const attribute = element.attributes.get("if");
    return attribute === undefined ? undefined : this.actionParser.expression(attribute.value);
  }

  checkAttributes(element: XmlElement, known: readonly string[]): void {
    for (const { name, nameSpan } of element.attributes.values()) {
      if (known.includes(name)) continue;
      this.reporter.report(nameSpan, "unknownAttribute", {
        name,
        element: element.name,
        nearest: nearest(name, known),
        advice: this.language.advice.attribute(element.name, name, known),
        known: known.length === 0 ? undefined : known.join(", "),
      });
    }
  }
}

/** The topics in `debug="one, two"`. */
function topicsOf(element: XmlElement): readonly string[] {
  return (element.attributes.get("debug")?.value.text ?? "")
    .split(",")
    .map((topic) => topic.trim())
    .filter((topic) => topic !== "");
}

function isContinuation(element: XmlElement | undefined, before: XmlElement | undefined) {
  return (element?.name === "elseif" || element?.name === "else") && before?.name !== "else";
}

function joined(elements: readonly XmlElement[]): Span {
  const [first] = elements as [XmlElement];
  return first.span.source.span(first.span.start, (elements.at(-1) as XmlElement).span.end);
}
