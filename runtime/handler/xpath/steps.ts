import {
  ancestorOrSelf as ancestorOrSelfStep,
  ancestor as ancestorStep,
  attribute as attributeStep,
  child as childStep,
  descendantOrSelf as descendantOrSelfStep,
  descendant as descendantStep,
  followingSibling as followingSiblingStep,
  following as followingStep,
  namespace as namespaceStep,
  parent as parentStep,
  precedingSibling as precedingSiblingStep,
  preceding as precedingStep,
  self as selfStep,
} from "../../data/xpath/make-step.js";
import {
  jsonElement as jsonElementOf,
  locallyNamed as locallyNamedAs,
  named as namedAs,
} from "../../data/xpath/name-step.js";
import type { Step } from "../../data/xpath/step.js";
import { found } from "../node-list.js";
import type { Untyped } from "../untyped.js";

export type { Step };

/** Tells whether an item stays. Positions count from 1; a function that asks for `last` declares all three parameters. */
export type Holds = (item: Untyped, position: number, last: number) => boolean;

/** A predicate (XPath 1.0 §2.4): a function, or a position from 1 along the axis, or from -1 at its end. */
export type Predicate = number | Holds;

/** A name is the step `child::name`. */
export type PathStep = string | Step;

/** The step `ancestor::test[…]`. */
export function ancestor(test: string, ...predicates: Predicate[]): Step {
  return ancestorStep(test, ...predicates);
}

/** The step `ancestor-or-self::test[…]`. */
export function ancestorOrSelf(test: string, ...predicates: Predicate[]): Step {
  return ancestorOrSelfStep(test, ...predicates);
}

/** The step `attribute::test[…]`. */
export function attribute(test: string, ...predicates: Predicate[]): Step {
  return attributeStep(test, ...predicates);
}

/** The step `child::test[…]`. */
export function child(test: string, ...predicates: Predicate[]): Step {
  return childStep(test, ...predicates);
}

/** The step `descendant::test[…]`. */
export function descendant(test: string, ...predicates: Predicate[]): Step {
  return descendantStep(test, ...predicates);
}

/** The step `descendant-or-self::test[…]`. */
export function descendantOrSelf(test: string, ...predicates: Predicate[]): Step {
  return descendantOrSelfStep(test, ...predicates);
}

/** The step `following::test[…]`. */
export function following(test: string, ...predicates: Predicate[]): Step {
  return followingStep(test, ...predicates);
}

/** The step `following-sibling::test[…]`. */
export function followingSibling(test: string, ...predicates: Predicate[]): Step {
  return followingSiblingStep(test, ...predicates);
}

/** The step `namespace::test[…]`. */
export function namespace(test: string, ...predicates: Predicate[]): Step {
  return namespaceStep(test, ...predicates);
}

/** The step `parent::test[…]`. */
export function parent(test: string, ...predicates: Predicate[]): Step {
  return parentStep(test, ...predicates);
}

/** The step `preceding::test[…]`. */
export function preceding(test: string, ...predicates: Predicate[]): Step {
  return precedingStep(test, ...predicates);
}

/** The step `preceding-sibling::test[…]`. */
export function precedingSibling(test: string, ...predicates: Predicate[]): Step {
  return precedingSiblingStep(test, ...predicates);
}

/** The step `self::test[…]`. */
export function self(test: string, ...predicates: Predicate[]): Step {
  return selfStep(test, ...predicates);
}

/** The step `*[name() = $key]`: the member of that name. */
export function named(key: Untyped): Step {
  return namedAs(found(key));
}

/** The step `*[local-name() = $key]`. */
export function locallyNamed(key: Untyped): Step {
  return locallyNamedAs(found(key));
}

/** The step `json-element[@name = $key]`: the member whose name is no name of XML. */
export function jsonElement(key: Untyped): Step {
  return jsonElementOf(found(key));
}
