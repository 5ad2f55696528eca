import type { BlockDefinition, Commands } from "../../language/command-definition.js";
import { oncePer } from "../../source/remembered.js";

/** The words that commands begin with. */
interface Words {
  readonly all: readonly string[];
  /** One of them, at the beginning of a command. */
  readonly first: RegExp;
  /** The same behind space, where nothing else can be meant. */
  readonly misplaced: RegExp;
}

export const wordsOf = oncePer(({ blocks }: Commands): Words => {
  const withExpression = [...blocks.map(({ name }) => name), "elseif"];
  const alone = ["else", "end"];
  const all = [...withExpression, ...alone];
  return {
    all,
    first: new RegExp(`^(${all.join("|")})(?![\\p{L}\\p{N}_-])`, "u"),
    misplaced: new RegExp(
      `^\\s*(?:(?:${alone.join("|")})\\s*$|(?:${withExpression.join("|")})\\s+[\\w$/@."'(])`,
    ),
  };
});

/** `{{if}}, {{loop}} or {{with}}` */
export function listed(blocks: readonly BlockDefinition[]): string {
  const names = blocks.map(({ name }) => `{{${name}}}`);
  return [names.slice(0, -1).join(", "), ...names.slice(-1)].filter((part) => part !== "").join(" or ");
}
