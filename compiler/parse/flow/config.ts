import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Language } from "../../language/language.js";
import { type Files, resolvePath } from "../../source/files.js";
import type { SourceText } from "../../source/source-text.js";
import type { Flow } from "../../syntax/flow.js";
import type { Cors, LdapSettings } from "../../syntax/openapi.js";
import type { XmlElement } from "../../syntax/xml.js";
import { parseDocument } from "../xml/xml.js";
import { constantSettings, corsOf, ldapOf } from "./config-settings.js";
import { FlowParser } from "./flow.js";

/** The configuration in `conf/config.xml`. */
export interface Config {
  readonly definition: SourceText | undefined;
  /** The flow that decides what is validated; `undefined` without one. */
  readonly validation: Flow | undefined;
  readonly cors: Cors | undefined;
  readonly ldap: LdapSettings | undefined;
}

/** Names of the element with the settings. */
const settingsNames: readonly string[] = ["flow", "flat"];
/** The element that names the API description. */
const descriptionName = "definition";

export function parseConfig(
  source: SourceText,
  files: Files,
  language: Language,
  reporter: Reporter,
): Config {
  const document = parseDocument(source, reporter);
  const root = document?.root;
  const settings = root?.children.filter(({ name }) => settingsNames.includes(name)) ?? [];
  if (root !== undefined && root.name !== "config")
    reporter.report(root.nameSpan, "configRoot", { name: root.name });
  const elements = settings.flatMap(({ children }) => children);
  const known = [descriptionName, ...constantSettings.keys(), ...language.configActions.keys()];
  for (const { name, nameSpan } of elements) {
    if (!known.includes(name))
      reporter.report(nameSpan, "configElement", { name, nearest: nearest(name, known) });
  }
  for (const { name, nameSpan } of root?.children ?? [])
    if (known.includes(name)) reporter.report(nameSpan, "configPlace", { name });
  const parser = new FlowParser(source, files, language, reporter, language.configActions);
  const children = elements.filter(({ name }) => language.configActions.has(name));
  for (const element of elements) {
    const attributes = constantSettings.get(element.name);
    if (attributes !== undefined) parser.checkAttributes(element, attributes);
  }
  const cors = elements.find(({ name }) => name === "cors");
  const ldap = elements.find(({ name }) => name === "ldap");
  return {
    definition: definitionOf(elements, source, files, parser, reporter),
    cors: cors && corsOf(cors, reporter),
    ldap: ldap && ldapOf(ldap, source.path, files, reporter),
    validation:
      document === undefined || children.length === 0
        ? undefined
        : {
            kind: "flow",
            source,
            span: document.root.span,
            statements: parser.statements({ ...document.root, children }),
            comments: document.comments,
          },
  };
}

/**
 * Finds the API description that the settings name. Its path starts beside `conf/config.xml`, or at the top
 * of the flow directory.
 */
function definitionOf(
  elements: readonly XmlElement[],
  source: SourceText,
  files: Files,
  parser: FlowParser,
  reporter: Reporter,
): SourceText | undefined {
  const element = elements.find(({ name }) => name === descriptionName);
  if (element === undefined) return undefined;
  parser.checkAttributes(element, ["src"]);
  const src = element.attributes.get("src");
  if (src === undefined) {
    reporter.report(element.nameSpan, "missingAttribute", { name: "src", element: element.name });
    return undefined;
  }
  const text = src.value.text.trim();
  const [found] = [source.path, ""].flatMap((from) => {
    const path = resolvePath(from, text);
    return (path !== undefined && files.get(path)) || [];
  });
  if (found === undefined) {
    const span = src.value.span(0, src.value.text.length);
    reporter.report(span, "missingFile", { path: text, nearest: nearest(text, files.names) });
  }
  return found;
}
