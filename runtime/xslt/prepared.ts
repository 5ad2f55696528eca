import { type DecimalFormat, defaultDecimalFormat } from "./decimal-format.js";
import { RuleTable } from "./rules.js";
import type { SourceRules } from "./sources.js";
import { preserves } from "./strip-space.js";
import type { Definition, Evaluate, Key, Template } from "./stylesheet.js";

/** The declarations of a stylesheet, by name: put in order once, and for all its transformations. */
export interface Prepared extends SourceRules {
  readonly rules: RuleTable;
  readonly globals: ReadonlyMap<string, Evaluate>;
  readonly keys: ReadonlyMap<string, readonly Key[]>;
  readonly attributeSets: ReadonlyMap<string, readonly Template[]>;
  readonly decimalFormats: ReadonlyMap<string, DecimalFormat>;
}

export function prepared({
  rules = [],
  globals,
  keys = [],
  attributeSets,
  decimalFormats = [],
  documents,
  spaceRules = [],
}: Definition): Prepared {
  return {
    rules: new RuleTable(rules),
    globals: new Map(globals),
    keys: byName(keys),
    attributeSets: new Map(attributeSets),
    decimalFormats: new Map([
      ["", defaultDecimalFormat],
      ...decimalFormats.map(([name, format]) => [name, { ...defaultDecimalFormat, ...format }] as const),
    ]),
    documents: new Map(documents),
    preserves: spaceRules.length === 0 ? undefined : preserves(spaceRules),
  };
}

/** Several elements `xsl:key` may declare one key. */
function byName(keys: readonly Key[]): ReadonlyMap<string, readonly Key[]> {
  const found = new Map<string, Key[]>();
  for (const key of keys) found.set(key.name, [...(found.get(key.name) ?? []), key]);
  return found;
}
