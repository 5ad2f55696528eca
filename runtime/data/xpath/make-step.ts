import type { Predicate } from "./predicate.js";
import type { Axis, MadeStep } from "./step.js";
import { atSteps } from "./value-path.js";

type MakeStep = (test: string, ...predicates: Predicate[]) => MadeStep;

function along(axis: Axis): MakeStep {
  return (test, ...predicates) => ({ axis, test, predicates, find: atSteps });
}

export const ancestor = along("ancestor");
export const ancestorOrSelf = along("ancestorOrSelf");
export const attribute = along("attribute");
export const child = along("child");
export const descendant = along("descendant");
export const descendantOrSelf = along("descendantOrSelf");
export const following = along("following");
export const followingSibling = along("followingSibling");
export const namespace = along("namespace");
export const parent = along("parent");
export const preceding = along("preceding");
export const precedingSibling = along("precedingSibling");
export const self = along("self");
