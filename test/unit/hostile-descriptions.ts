/** API descriptions that repeat something many times, by what it is. */
export function hostileDescriptions(n: number): readonly (readonly [what: string, text: string])[] {
  const lines = (line: (i: number) => string) => Array.from({ length: n }, (_, i) => line(i)).join("");
  return [
    ["many paths", `paths:\n${lines((i) => `  /a${i}/{x}: { x-flow: a.xml }\n`)}`],
    ["many duplicates", `paths:\n${lines(() => "  /a:\n")}`],
    ["many quoted keys", `paths:\n${lines((i) => `  "/\\u0061${i}": \n`)}`],
    ["many segments", `paths:\n  ? ${"/a".repeat(n)}\n  :\n`],
    ["many parameters", `paths:\n  ? ${Array.from({ length: n }, (_, i) => `/{a${i}}`).join("")}\n  :\n`],
    ["many braces", `paths:\n  ? "/${"{a".repeat(n)}"\n  :\n`],
    ["many aliases", `a: &a x\nb: [${"*a,".repeat(n)}]\npaths: {}\n`],
    ["deep blocks", `a: *x\nb:\n ${"- ".repeat(n)}\npaths: {}\n`],
    ["blocks so deep that the library ends the process", `a: ${"- ".repeat(4 * n)}\npaths: {}\n`],
    ["deep nesting with aliases", `a: ${"[".repeat(700)}${"]".repeat(700)}\nb: &x 1\nc: *x\npaths: {}\n`],
    ["deep nesting", `a: ${"[".repeat(n)}${"]".repeat(n)}\npaths: {}\n`],
  ];
}
