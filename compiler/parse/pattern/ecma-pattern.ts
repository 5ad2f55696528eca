import { createRequire } from "node:module";
import type { AST } from "@eslint-community/regexpp";
import { pushAll } from "../../../runtime/base/push-all.js";
import { complement } from "../../../runtime/pattern/character-classes.js";
import type { PatternNode, Range } from "../../../runtime/pattern/syntax.js";
import { costOf, type PatternCost } from "../../../runtime/pattern/translate-pattern.js";

/** Loaded on demand, since few apps have such patterns. */
const library = (): typeof import("@eslint-community/regexpp") =>
  createRequire(import.meta.url)("@eslint-community/regexpp");

/** The cost that a regular expression of ECMAScript (with the flag `u`) may have. */
export function ecmaScriptCost(source: string): PatternCost {
  const root = treeOf(source);
  return root === undefined
    ? { nativeLength: 0, boundedLength: 0, linear: undefined }
    : costOf({ root, groups: 0 }, false);
}

/** The tree of a regular expression; `undefined` if it has parts that `PatternNode` cannot represent. */
function treeOf(source: string): PatternNode | undefined {
  try {
    const { RegExpParser } = library();
    const parsed = new RegExpParser({ ecmaVersion: 2022 }).parsePattern(source, 0, source.length, true);
    return alternatives(parsed.alternatives);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof Inexpressible) return undefined;
    throw error;
  }
}

class Inexpressible extends Error {}

function alternatives(list: readonly AST.Alternative[]): PatternNode {
  const branches = list.map(({ elements }): PatternNode => {
    const items = elements.map(element);
    const [only] = items;
    return items.length === 1 && only !== undefined ? only : { kind: "sequence", items };
  });
  const [only] = branches;
  return branches.length === 1 && only !== undefined ? only : { kind: "choice", branches };
}

function element(node: AST.Element): PatternNode {
  switch (node.type) {
    case "Character":
      return { kind: "literal", code: node.value, anyCase: false };
    case "CharacterSet":
      return node.kind === "any" ? set(lineEnds, [], true) : set(...membersOf(node), false);
    case "CharacterClass":
      return characterClass(node);
    case "Group":
      return alternatives(node.alternatives);
    case "CapturingGroup":
      return { kind: "capture", number: numberOf(node), body: alternatives(node.alternatives) };
    case "Quantifier": {
      const { min: least, max: most, greedy } = node;
      return { kind: "repeat", body: element(node.element), least, most, mode: greedy ? "greedy" : "lazy" };
    }
    case "Assertion":
      return assertion(node);
    case "Backreference":
      if (Array.isArray(node.resolved)) throw new Inexpressible();
      return { kind: "reference", group: numberOf(node.resolved as AST.CapturingGroup), anyCase: false };
    default:
      throw new Inexpressible();
  }
}

/** Identifies a group by its offset, which is as unique as its number. */
function numberOf({ start }: AST.CapturingGroup): number {
  return start;
}

function assertion(node: AST.Assertion): PatternNode {
  switch (node.kind) {
    case "start":
      return { kind: "assertion", source: "^" };
    case "end":
      return { kind: "assertion", source: "$" };
    case "word":
      return { kind: "assertion", source: node.negate ? "\\B" : "\\b" };
    default: {
      const direction = node.kind === "lookbehind" ? "<" : "";
      const open = `(?${direction}${node.negate ? "!" : "="}` as "(?=" | "(?!" | "(?<=" | "(?<!";
      return { kind: "look", open, body: alternatives(node.alternatives) };
    }
  }
}

function characterClass(node: AST.CharacterClass): PatternNode {
  const ranges: Range[] = [];
  const classes: string[] = [];
  for (const member of node.elements) {
    if (member.type === "Character") ranges.push([member.value, member.value]);
    else if (member.type === "CharacterClassRange") ranges.push([member.min.value, member.max.value]);
    else if (member.type === "CharacterSet") {
      const [more, named] = membersOf(member);
      pushAll(ranges, more);
      pushAll(classes, named);
    } else throw new Inexpressible();
  }
  if (node.negate && ranges.length === 0 && classes.length === 0) return { kind: "any" };
  return set(ranges, classes, node.negate);
}

function membersOf(node: AST.CharacterSet): [readonly Range[], readonly string[]] {
  if (node.kind === "space") return [node.negate ? complement(spaces) : spaces, []];
  if (node.kind === "any" || ("strings" in node && node.strings)) throw new Inexpressible();
  return [[], [node.raw]];
}

function set(ranges: readonly Range[], classes: readonly string[], negated: boolean): PatternNode {
  return {
    kind: "set",
    ranges,
    classes,
    negated,
    anyCase: false,
  };
}

const lineEnds: readonly Range[] = [
  [0x0a, 0x0a],
  [0x0d, 0x0d],
  [0x2028, 0x2029],
];

/** The characters that `\s` matches in ECMAScript. */
const spaces: readonly Range[] = [
  [0x09, 0x0d],
  [0x20, 0x20],
  [0xa0, 0xa0],
  [0x1680, 0x1680],
  [0x2000, 0x200a],
  [0x2028, 0x2029],
  [0x202f, 0x202f],
  [0x205f, 0x205f],
  [0x3000, 0x3000],
  [0xfeff, 0xfeff],
];
