import { visible } from "../../../compiler/diagnostics/index.js";
import { table } from "../../shared/table.js";
import type { BranchReport, DifferenceGroup, Report } from "./report.js";

const count = (number: number): string => number.toLocaleString("en-US");

/** `order.xml:5 template`. */
export function placeText({ place }: DifferenceGroup): string {
  if (place === undefined) return "";
  return `${place.file}:${place.line}${place.name === "" ? "" : ` ${place.name}`}`;
}

/** The difference in words: `total is 12.50, was 12.5`. */
export function differenceText({
  class: kind,
  of = kind as "status",
  what,
  detail = "",
  sample: { was, is },
}: DifferenceGroup): string {
  const name = `${what === "" ? "the body" : what} ${detail}`.trimEnd();
  switch (of) {
    case "status":
      return `status is ${is}, was ${was}`;
    case "old-failed":
      return `status is ${is}, the old system failed with ${was}`;
    case "new-failed":
      return `fails with ${is}, was ${was}`;
    case "field":
      if (was === "" || is === "")
        return was === "" ? `field ${name} is there: ${is}` : `field ${name} is missing, was ${was}`;
      return `field ${name} is ${is}, was ${was}`;
    case "body-member-missing":
      return `${name} is missing, was ${was}`;
    case "body-member-extra":
      return `${name} is there: ${is}`;
    case "body-member-length":
      return `${name} has ${is} items, had ${was}`;
    case "body-member-order":
      return `${name} is in another order`;
    case "upstream-request-missing":
      return `upstream request is not sent: ${was}`;
    case "upstream-request-extra":
      return `upstream request was never recorded: ${is}`;
    case "upstream-request-order":
      return `upstream requests in another order: ${is}; was ${was}`;
    case "upstream-request-changed":
      return `upstream request ${name} is ${is || "missing"}, was ${was || "missing"}`;
    default:
      return `${name} is ${is}, was ${was}`;
  }
}

export function renderText(report: Report): string {
  const { compared, sameBytes, sameMeaning, different, differences, explained, operations, skipped } = report;
  const total = (group: DifferenceGroup): string => {
    const operation = operations.find(
      (each) => each.path === group.path && [group.method, "*"].includes(each.method),
    );
    return `(${count(group.count)} of ${count(operation?.compared ?? compared)})`;
  };
  const line = (group: DifferenceGroup): string =>
    visible(
      [
        ...(placeText(group) === "" ? [] : [`${placeText(group)}: `]),
        ...(group.of === undefined
          ? []
          : [`${[group.decision ?? group.class, group.reason].filter(Boolean).join(" ")}: `]),
        `${differenceText(group)} ${total(group)}`,
        ...(group.perhaps === undefined ? [] : [`, perhaps ${group.perhaps.join(", ")}`]),
      ].join(""),
    );
  const lines = [
    ...differences.map(line),
    ...(explained.length === 0 ? [] : ["", "Explained:", ...explained.map((group) => `  ${line(group)}`)]),
    "",
    table([
      ["Operation", "Compared", "Different", "Unseen at most", "Never compared"],
      ...operations.map(({ method, path, compared: each, different: found, bound, branches }) => [
        visible(`${method === "*" ? "any" : method} ${path}`),
        count(each),
        count(found),
        each === 0 ? "" : `${(bound * 100).toFixed(bound < 0.01 ? 2 : 0)} %`,
        each === 0 ? "all" : never(branches),
      ]),
    ]).trimEnd(),
    "",
    ...staleRules(report).map(visible),
    ...skipped.map(({ reason, count: times }) => visible(`${count(times)} not compared: ${reason}`)),
    `${count(compared)} compared: ${count(sameBytes)} with the same bytes, ${count(sameMeaning)} with the same meaning, ${count(different)} different`,
  ];
  return `${lines.join("\n").replace(/^\n+/, "")}\n`;
}

/** Says which rules have no effect, or none any more. */
export function staleRules({ rules }: Report): readonly string[] {
  return rules.flatMap(({ rule, state }) =>
    state === "used"
      ? []
      : [`The rule "${rule.reason}" is ${state}${state === "expired" ? ` since ${rule.until}` : ""}.`],
  );
}

/** The statements that no request ran: `order.xml:5, 9`. */
export function never(branches: readonly BranchReport[]): string {
  const lines = new Map<string, Set<number>>();
  for (const { file, line, compared } of branches)
    if (compared === 0) lines.set(file, (lines.get(file) ?? new Set()).add(line));
  return [...lines].map(([file, numbers]) => `${file}:${[...numbers].join(", ")}`).join("; ");
}
