import type { Commands } from "../../language/command-definition.js";
import { commaCommand } from "./comma.js";
import { defineCommand } from "./define.js";
import { dotCommand } from "./dot.js";
import { ifCommand } from "./if.js";
import { loopCommand } from "./loop.js";
import { pairsCommand } from "./pairs.js";
import { placeholderCommand } from "./placeholder.js";
import { withCommand } from "./with.js";

/** Every command of templates. A new one joins a list, and nothing else. */
export const commands: Commands = {
  values: [placeholderCommand, pairsCommand, defineCommand],
  signs: [dotCommand, commaCommand],
  blocks: [ifCommand, loopCommand, withCommand],
};

/** The definition by which a part of a template was read. */
export function definitionIn<D extends { readonly name: string }>(
  list: readonly D[],
  { name }: Pick<D, "name">,
): D {
  const found = list.find((definition) => definition.name === name);
  if (found === undefined) throw new Error(`There is no command ${name}.`);
  return found;
}
