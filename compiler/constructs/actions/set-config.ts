import { $, call, code, entry, object } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionDefinition, ActionParser } from "../../language/action-definition.js";
import { type AttributeTemplate, constantText, expressionsIn } from "../../syntax/attribute-template.js";
import type { Action } from "../../syntax/flow.js";
import type { XmlElement } from "../../syntax/xml.js";

interface SetConfigNode extends Action {
  readonly element: "set-config";
  /** `<flat><ldap timeout="…"/></flat>`, in seconds. */
  readonly ldapTimeout: AttributeTemplate | undefined;
}

/** `<set-config>`: settings of the configuration for this request, from here on. */
export const setConfigAction: ActionDefinition<SetConfigNode> = {
  element: "set-config",
  attributes: [],
  children: "any",

  parse(element, parser) {
    parser.noText(element);
    const found = ldapTimeouts(element, "", parser);
    return { ldapTimeout: found.at(-1) };
  },

  facts: ({ ldapTimeout }) => ({
    expressions: expressionsIn(ldapTimeout),
  }),

  generate({ ldapTimeout }, generator): readonly Doc[] {
    if (ldapTimeout === undefined) return [];
    const settings = object([entry("ldapTimeout", generator.attributeText(ldapTimeout))]);
    return [code`${call(generator.use("setConfig"), [$, settings])};`];
  },
};

/** The values of the one setting that has an effect; all others are reported. */
function ldapTimeouts(parent: XmlElement, path: string, parser: ActionParser): readonly AttributeTemplate[] {
  return parent.children.flatMap((element): readonly AttributeTemplate[] => {
    const name = `${path}${element.name}`;
    if (element.children.length > 0) return ldapTimeouts(element, `${name}/`, parser);
    if (name !== "flat/ldap") {
      parser.reporter.report(element.nameSpan, "settingWithoutEffect", { name });
      return [];
    }
    return [...element.attributes.values()].flatMap((attribute) => {
      if (attribute.name === "timeout") return timeout(element, parser) ?? [];
      parser.reporter.report(attribute.nameSpan, "settingWithoutEffect", {
        name: `${name}/${attribute.name}`,
      });
      return [];
    });
  });
}

function timeout(element: XmlElement, parser: ActionParser): AttributeTemplate | undefined {
  const template = parser.attributeTemplate(element, "timeout");
  const constant = template && constantText(template);
  if (constant === undefined || Number(constant) > 0) return template;
  parser.reporter.report(template?.span, "settingSeconds", { text: constant });
  return undefined;
}
