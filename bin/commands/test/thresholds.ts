import { InvalidArgumentError } from "commander";
import type { Share } from "../../shared/testing/coverage/table.js";
import { percent } from "../../shared/testing/coverage/table.js";

const kinds = ["lines", "branches", "actions", "operations"] as const;

type Kind = (typeof kinds)[number];

/** The least share, in percent, of what tests have to cover. */
export type Thresholds = Partial<Readonly<Record<Kind, number>>>;

/** One number for all but operations, or `lines=90,operations=50`. */
export function thresholds(text: string): Thresholds {
  if (!text.includes("=")) {
    const all = share(text);
    return { lines: all, branches: all, actions: all };
  }
  return Object.fromEntries(
    text.split(",").map((part) => {
      const [name = "", value = ""] = part.split("=").map((each) => each.trim());
      const kind = kinds.find((each) => each === name);
      if (kind === undefined)
        throw new InvalidArgumentError("There are lines, branches, actions and operations.");
      return [kind, share(value)];
    }),
  );
}

function share(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !(value >= 0 && value <= 100))
    throw new InvalidArgumentError("It has to be a number from 0 to 100.");
  return value;
}

/** A sentence for each share that is too low. */
export function tooLow(least: Thresholds, shares: Readonly<Record<Kind, Share>>): readonly string[] {
  return kinds
    .filter((kind) => percent(shares[kind]) < (least[kind] ?? 0))
    .map((kind) => `${percent(shares[kind])} % of the ${words[kind]} have run, fewer than ${least[kind]} %.`);
}

const words: Readonly<Record<Kind, string>> = {
  lines: "lines",
  branches: "branches",
  actions: "actions",
  operations: "operations' statuses",
};
