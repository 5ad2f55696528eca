import { counted } from "../../../base/counted.js";
import { spend } from "../../../base/work.js";
import { nodesOf } from "../../../data/json/json-node.js";
import type { Node } from "../../../data/model/node.js";
import type { Found } from "../../../data/model/values.js";

/** XPath 1.0 §4.3 lang(): whether the nearest `xml:lang` is the language or a sublanguage of it, whatever the case. */
export const lang = counted({ units: 32 }, (context: Found, language: string): boolean => {
  for (let node = nodesOf(context)[0]; node !== undefined; node = node.parent) {
    spend(1 + node.attributes.length);
    const actual = declaredLanguage(node);
    if (actual === undefined) continue;
    const wanted = language.toLowerCase();
    return actual === wanted || actual.startsWith(`${wanted}-`);
  }
  return false;
});

function declaredLanguage(node: Node): string | undefined {
  return node.attributes
    .find(({ name }) => name === "xml:lang")
    ?.toText()
    .toLowerCase();
}
