import { levelOf } from "../../../runtime/base/debug-settings.js";
import { $, arrow, call, code, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition, ActionParser, Source } from "../../language/action-definition.js";
import type { Action } from "../../syntax/flow.js";
import type { XmlElement } from "../../syntax/xml.js";
import { transferFacts } from "../action-parts/in-and-out.js";

interface DebugNode extends Action {
  readonly element: "debug";
  readonly channel: string;
  readonly level: string;
  /** The source that it shows. */
  readonly subject: Source;
}

/** `<debug>`: shows what `in` or `xpath` names, if the request is debugged. */
export const debugAction: ActionDefinition<DebugNode> = {
  element: "debug",
  attributes: ["channel", "level", "in", "xpath"],
  editing: {
    attributes: { level: ["debug", "info", "warn", "warning", "error"], in: "location", xpath: "expression" },
  },
  onlyTells: true,

  parse(element, parser) {
    parser.noText(element);
    const channel = parser.attribute(element, "channel")?.value.text.trim() || "user";
    const level = debugLevel(element, parser);
    const subject = debugSubject(element, parser);
    return level === undefined || subject === undefined ? undefined : { channel, level, subject };
  },

  facts: ({ subject }) => ({ ...transferFacts(subject, undefined), readsBodies: true }),

  generate({ channel, level, subject }, generator): readonly Doc[] {
    const value = generator.tree(subject, "debug");
    const show = (shown: Doc) =>
      code`${call(generator.use("debug"), [$, quote(channel), quote(level), arrow(code``, shown)])};`;
    const { expressions } = transferFacts(subject, undefined);
    if (!expressions.some((each) => generator.waits(each))) return [show(value)];
    // A value that has to be waited for cannot be asked for later.
    const name = generator.name("subject");
    return [code`const ${name} = ${value};`, show(name)];
  },
};

function debugLevel(element: XmlElement, parser: ActionParser): string | undefined {
  const attribute = parser.attribute(element, "level");
  if (attribute === undefined) return "debug";
  const { value } = attribute;
  const level = levelOf(value.text.trim());
  if (level === undefined)
    parser.reporter.report(value.span(0, value.text.length), "debugLevel", { level: value.text });
  return level;
}

function debugSubject(element: XmlElement, parser: ActionParser): Source | undefined {
  const xpath = parser.attribute(element, "xpath");
  if ((xpath === undefined) !== element.attributes.has("in")) {
    parser.reporter.report(element.nameSpan, "debugSubject");
    return undefined;
  }
  if (xpath === undefined) return parser.source(element);
  const expression = parser.expression(xpath.value);
  return expression === undefined ? undefined : { kind: "expression", expression };
}
