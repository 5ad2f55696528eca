import { counted } from "../../../base/counted.js";
import { checkLength, spend } from "../../../base/work.js";
import { type Item, listOf, Selection, type Value } from "../../../data/model/values.js";
import { string } from "../../../data/xpath/convert.js";

/** `join()`. Of a node-set all nodes count, and of a node that is a JSON array all items. */
export const join = counted({ units: 64 }, (glue: string, ...values: Value[]): string => {
  const texts = values.flatMap(textsOf);
  spend(texts.length);
  checkLength(glue.length * texts.length + texts.reduce((length, text) => length + text.length, 0));
  return texts.join(glue);
});

function textsOf(value: Value): readonly string[] {
  if (value === undefined) return [];
  return value instanceof Selection ? value.items().flatMap(itemTexts) : itemTexts(value);
}

function itemTexts(item: Item): readonly string[] {
  const list = listOf(item);
  return list === undefined ? [string(item)] : list.map((each) => string(each));
}
