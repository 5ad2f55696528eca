import { isTroubleStatus, mostAttempts, troubles } from "../../../runtime/upstream/options/retry.js";
import { possibleMembers } from "../action-parts/settings.js";
import { checkShape, constants, type Shape } from "../bodies/shape.js";

const isCount = (value: unknown, most: number): boolean =>
  value !== "" && Number(value) >= 0 && Number(value) <= most;

const isWhole = (value: unknown, most: number): boolean =>
  isCount(value, most) && Number.isInteger(Number(value));

const isTrouble = (value: unknown): boolean =>
  troubles.some((one) => one === value) || (value !== null && isTroubleStatus(Number(value)));

const single = constants("connect, timeout, or a status from 400", isTrouble);

const members: ReadonlyMap<string, Shape> = new Map([
  [
    "attempts",
    constants(
      `an integer from 1 to ${mostAttempts}`,
      (value) => isWhole(value, mostAttempts) && Number(value) > 0,
    ),
  ],
  ["on", { ...single, holds: (value) => value.kind === "array" || single.holds(value) }],
  ["wait", constants("a number of seconds", (value) => isCount(value, 3600))],
]);

/** A number of repetitions, or an object with all that can be said of them. */
export const retry: Shape = {
  expected: `an integer from 0 to ${mostAttempts - 1}, or an object with attempts, on and wait`,
  form: { members },
  holds: (value) =>
    value.kind === "object" ||
    (value.kind === "constant" && typeof value.value !== "boolean" && isWhole(value.value, mostAttempts - 1)),
  check(value, option, reporter) {
    if (value.kind !== "object") return;
    for (const { name, value: member, span } of possibleMembers(value.members)) {
      const shape = members.get(name);
      const refuse = (wrong: typeof span, expected: string) =>
        reporter.report(wrong, "requestOption", { name: `${name} of ${option}`, expected });
      if (shape === undefined)
        reporter.report(span, "requestOption", {
          name: option,
          expected: "an object with attempts, on and wait alone",
        });
      else checkShape(member, shape, name, reporter, refuse);
      if (name !== "on" || member.kind !== "array") continue;
      for (const item of member.items)
        if (item.kind === "item") checkShape(item.value, single, name, reporter, refuse);
    }
  },
};
