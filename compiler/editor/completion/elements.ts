import { actions } from "../../constructs/index.js";
import type { LooseElement, Range } from "../reading/loose-xml.js";
import { editingOf } from "../reading/place.js";
import { type Completion, completion, literally } from "./completion.js";

/** Elements that are no actions, and their attributes. */
export const controls: ReadonlyMap<string, readonly string[]> = new Map([
  ["if", ["test"]],
  ["elseif", ["test"]],
  ["else", []],
  ["return", ["if"]],
  ["break", ["if"]],
]);

const root = "flow";
const common = ["if", "debug"];

const holdsStatements = (element: LooseElement): boolean =>
  element.name === root || ["if", "elseif", "else"].includes(element.name);

/** The elements that can stand in an element; at the top where there is none. */
function namesIn(parent: LooseElement | undefined, before: LooseElement | undefined): readonly string[] {
  if (parent === undefined) return [root];
  if (holdsStatements(parent)) {
    const continues = before?.name === "if" || before?.name === "elseif";
    const controlNames = [...controls.keys()].filter((name) => continues || !name.startsWith("else"));
    return [...controlNames, ...actions.keys()];
  }
  const children = actions.get(parent.name)?.children;
  return children === undefined || children === "any" ? [] : Object.keys(children);
}

/** @param isWhole true if nothing of the element is there yet but `<`, or not even that */
export function completeElement(
  parent: LooseElement | undefined,
  range: Range,
  isWhole: "name" | "tag" | "element",
): readonly Completion[] {
  const at = isWhole === "element" ? range.start : range.start - 1;
  const before = parent?.children.findLast(({ end }) => end <= at);
  return namesIn(parent, before).map((name) => {
    const tag = isWhole === "element" ? "<" : "";
    const snippet = isWhole === "name" ? {} : { snippet: `${tag}${snippetFor(name)}` };
    return completion("element", name, range, { text: `${tag}${name}`, element: name, ...snippet });
  });
}

function snippetFor(name: string): string {
  const editing = actions.get(name)?.editing;
  const required = controls.get(name)?.filter((attribute) => attribute === "test") ?? editing?.required ?? [];
  let stop = 0;
  const attributes = required.map((attribute) => ` ${attribute}="$${++stop}"`).join("");
  if (holdsStatements({ name } as LooseElement)) return `${name}${attributes}>\n\t$0\n</${name}>`;
  if (editing?.text === "template") return `${name}${attributes}>\n$0\n</${name}>`;
  return editing?.text === undefined ? `${name}${attributes}$0/>` : `${name}${attributes}>$0</${name}>`;
}

/** The attributes that an element can have. */
function attributesOf(element: LooseElement): readonly string[] {
  const { name, parent } = element;
  const control = controls.get(name);
  if (control !== undefined) return control;
  const action = actions.get(name);
  if (action !== undefined) return [...action.attributes, ...common];
  const children = parent && actions.get(parent.name)?.children;
  return typeof children === "object" && Object.hasOwn(children, name) ? (children[name] ?? []) : [];
}

export function completeAttribute(element: LooseElement, range: Range, text: string): readonly Completion[] {
  const present = new Set(
    element.attributes.filter(({ start }) => start !== range.start).map(({ name }) => name),
  );
  const hasValue = /^\s{0,99}=/.test(text.slice(range.end, range.end + 100));
  return attributesOf(element)
    .filter((name) => !present.has(name))
    .map((name) =>
      completion("attribute", name, range, {
        text: hasValue ? name : `${name}=""`,
        ...(!hasValue && { snippet: `${literally(name)}="${startOf(element, name)}$1"` }),
        element: element.name,
        ...(common.includes(name) && { isLate: true }),
      }),
    );
}

/** Where only a variable can stand, its `$` is there. */
function startOf(element: LooseElement, name: string): string {
  return editingOf(element)?.attributes?.[name] === "variable" ? "\\$" : "";
}
