import { levelOf } from "../../runtime/debug/settings.js";
import { waits } from "../analyse/waits.js";
import { arrow, call, quote } from "../generate/code.js";
import { concat, type Doc, text } from "../generate/doc.js";
import { asValue } from "../generate/xpath/expression.js";
import type { ActionBase } from "../syntax/flow.js";
import type { XmlElement } from "../syntax/xml.js";
import type { Expression } from "../syntax/xpath.js";
import type { ActionDefinition, ActionGenerator, ActionParser } from "./definition.js";

/** What it shows; `content` is the main content. */
type Subject = Expression | "content";

export interface DebugNode extends ActionBase {
  readonly kind: "debug";
  readonly channel: string;
  readonly level: string;
  readonly subject: Subject;
}

/** `<debug>`: shows what `in` or `xpath` names, if the request is debugged. */
export const debugAction: ActionDefinition<DebugNode> = {
  kind: "debug",
  attributes: ["channel", "level", "in", "xpath"],

  parse(element, parser) {
    parser.noText(element);
    const channel = parser.attribute(element, "channel")?.value.text.trim() || "user";
    const level = debugLevel(element, parser);
    const subject = debugSubject(element, parser);
    return level === undefined || subject === undefined ? undefined : { channel, level, subject };
  },

  facts: ({ subject }) => (subject === "content" ? {} : { expressions: [subject], awaits: waits(subject) }),

  generate({ channel, level, subject }, generator): readonly Doc[] {
    const value = subjectCode(subject, generator);
    const waiting = subject !== "content" && waits(subject);
    // What has to be waited for cannot be asked for later.
    const name = text(waiting ? generator.scope.names.fresh("subject") : "");
    const before = waiting ? [concat([text("const "), name, text(" = "), value, text(";")])] : [];
    const shown = arrow(text(""), waiting ? name : value);
    return [
      ...before,
      concat([call(generator.use("debug"), [text("$"), quote(channel), quote(level), shown]), text(";")]),
    ];
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

function debugSubject(element: XmlElement, parser: ActionParser): Subject | undefined {
  const xpath = parser.attribute(element, "xpath");
  if ((xpath === undefined) !== element.attributes.has("in")) {
    parser.reporter.report(element.nameSpan, "debugSubject");
    return undefined;
  }
  if (xpath !== undefined) return parser.expression(xpath.value);
  const input = parser.input(element);
  if (input?.kind === "expression") return input.expression;
  if (input?.kind === "content") return "content";
  if (input?.kind === "none") parser.reporter.report(element.nameSpan, "debugSubject");
  return undefined;
}

const subjectCode = (subject: Subject, generator: ActionGenerator): Doc =>
  subject === "content" ? call(generator.use("content"), [text("$")]) : asValue(subject, generator.scope).doc;
