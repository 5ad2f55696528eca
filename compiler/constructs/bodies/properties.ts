import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { JsonNode, ObjectNode } from "../../syntax/json-template.js";
import { possibleMembers } from "../action-parts/settings.js";
import { checkShape, type Shape } from "./shape.js";

/** The shapes of the members of an object, by name; and where a name belongs that is none of them. */
export interface Properties {
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly belongs?: (name: string) => string | undefined;
}

/** Proves that an object has no other members than these, and each of its own kind. */
export function checkProperties(
  object: ObjectNode,
  { shapes, belongs }: Properties,
  reporter: Reporter,
): void {
  for (const { name, value, span } of possibleMembers(object.members)) {
    const shape = shapes.get(name);
    if (shape !== undefined) checkMember(value, shape, name, reporter);
    else {
      const advice = belongs?.(name);
      const meant = advice === undefined ? nearest(name, shapes.keys()) : undefined;
      reporter.report(span, "unsupportedRequestProperty", { kind: "property", name, nearest: meant, advice });
    }
  }
}

/** Proves that a member of a request's JSON is what it may be. */
export function checkMember(value: JsonNode, shape: Shape, name: string, reporter: Reporter): void {
  checkShape(value, shape, name, reporter, (span, expected) =>
    reporter.report(span, "requestMember", { name, expected }),
  );
}
