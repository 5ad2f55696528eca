import * as main from "../../runtime/index.js";

/** The text of `compiler/code/main-helpers.ts`. */
export function mainHelpers(): string {
  const names = Object.keys(main)
    .sort()
    .map((name) => `"${name}",`)
    .join(" ")
    .replace(/(.{1,106})(?: |$)/g, "  $1\n");
  return `/** The names that runtime/index.ts exports, by \`npm run docs\`: to load it takes longer than most builds. */
// biome-ignore format: it is written by a program
export const mainHelpers: readonly string[] = [
${names}];
`;
}
