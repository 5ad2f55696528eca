import { counted } from "../base/counted.js";
import { checkLength, made, spend } from "../base/work.js";
import { NodeSet } from "../data/model/node-set.js";
import { ResultTree } from "./result-tree.js";

/** EXSLT str:concat(): the texts of the nodes, one behind the other. */
export function concatNodes(nodes: NodeSet): string {
  spend(nodes.size);
  return made(
    nodes
      .nodes()
      .map((node) => node.toText())
      .join(""),
  );
}

/** EXSLT str:padding(): a text of that length, made of the characters again and again. */
export const padding = counted({ units: 16 }, (length: number, characters = " "): string => {
  const wanted = length >= 1 && characters !== "" ? Math.floor(length) : 0;
  // Characters outside of the first plane are two units.
  checkLength(wanted * 2);
  const pattern = [...characters];
  const whole = characters.repeat(Math.floor(wanted / pattern.length) || 0);
  return whole + pattern.slice(0, wanted % pattern.length || 0).join("");
});

/** EXSLT str:align(): the text over the beginning, the end or the middle of another one, whose length it gets. */
export const align = counted({ units: 16 }, (text: string, over: string, how = "left"): string => {
  const own = [...text];
  const under = [...over];
  const rest = under.length - own.length;
  if (rest <= 0) return own.slice(0, under.length).join("");
  const start = how === "right" ? rest : how === "center" ? Math.floor(rest / 2) : 0;
  return under.slice(0, start).join("") + text + under.slice(start + own.length).join("");
});

/** EXSLT str:tokenize(): elements `token` with what stands between the characters; without characters, with each one. */
export const tokenize = counted({ units: 8 }, (text: string, characters = "\t\r\n "): NodeSet => {
  const between = new Set(characters);
  const tokens: string[] = [];
  let token = "";
  for (const character of text) {
    if (!between.has(character)) token += character;
    if (token !== "" && (between.size === 0 || between.has(character))) {
      tokens.push(token);
      token = "";
    }
  }
  return elements([...tokens, token]);
});

/** EXSLT str:split(): elements `token` with what stands between the separators; without one, with each character. */
export const splitText = counted({ units: 8 }, (text: string, separator = " "): NodeSet => {
  return elements(separator === "" ? [...text] : text.split(separator));
});

/** EXSLT str:replace() of one text by another one. */
export const replaceText = counted(
  { units: 64 },
  (text: string, search: string, replacement: string): string => {
    if (search === "") return text;
    const parts = text.split(search);
    checkLength(text.length + (parts.length - 1) * replacement.length);
    return parts.join(replacement);
  },
);

/** Empty texts make no element. */
function elements(texts: readonly string[]): NodeSet {
  const tree = new ResultTree();
  for (const text of texts) {
    if (text === "") continue;
    tree.open("token", "", []);
    tree.text(text);
    tree.close();
  }
  return new NodeSet(tree.finish().children, true);
}
