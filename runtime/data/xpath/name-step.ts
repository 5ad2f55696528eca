import { isXmlName } from "../../base/xml-name.js";
import { Node } from "../model/node.js";
import { type Found, type Item, Selection } from "../model/values.js";
import { string } from "./convert.js";
import type { NameStep } from "./step.js";
import { atSteps } from "./value-path.js";

/** `*[name() = $key]`. Over JSON, it reads the member of that name. */
export function named(key: Found): NameStep {
  const names = namesOf(key);
  return step("*", names, isXmlName, (item) => item instanceof Node && names.has(item.name));
}

/** `*[local-name() = $key]` */
export function locallyNamed(key: Found): NameStep {
  const names = namesOf(key);
  return step("*", names, isXmlName, (item) => item instanceof Node && names.has(item.localName));
}

/** `json-element[@name = $key]`: the member whose name is no XML name. */
export function jsonElement(key: Found): NameStep {
  const names = namesOf(key);
  const isOther = (name: string) => !isXmlName(name);
  return step(
    "json-element",
    names,
    isOther,
    (item) => item instanceof Node && names.has(nameAttribute(item)),
  );
}

type Predicate = (item: Item) => boolean;

/** @param isMember true if a member of such a name can pass at all */
function step(
  test: string,
  names: ReadonlySet<string | undefined>,
  isMember: (name: string) => boolean,
  predicate: Predicate,
): NameStep {
  const [name] = names;
  const made = { axis: "child", test, predicates: [predicate], find: atSteps } as const;
  // Several names may pass, and "json-element" is the name of many elements.
  if (names.size > 1 || name === "json-element") return { ...made, member: undefined };
  return { ...made, member: name !== undefined && isMember(name) ? name : null };
}

/** Nodes equal a text if one of them does. */
function namesOf(key: Found): ReadonlySet<string | undefined> {
  if (key === undefined) return new Set();
  return new Set(key instanceof Selection ? key.toItems().map(string) : [string(key)]);
}

function nameAttribute(node: Node): string | undefined {
  const attribute = node.attributes.find(({ name, namespaceUri }) => name === "name" && namespaceUri === "");
  return attribute?.toText();
}
