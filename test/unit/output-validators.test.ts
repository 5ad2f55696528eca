import { expect, test } from "vitest";
import { indented } from "../../compiler/output/schemas/validator-code.js";

test("the blocks of validators are indented, whatever their strings hold", () => {
  const code = 'function a(){\nif(b === "}"){\nreturn {c: "{"};\n}\nelse {\nd;\n}\n}\n\n\n\ne;';
  expect(indented(code)).toBe(
    'function a(){\n  if(b === "}"){\n    return {c: "{"};\n  }\n  else {\n    d;\n  }\n}\n\ne;',
  );
});

test("blocks that nest ten thousand times take no more than a line's worth of blanks each", () => {
  const depth = 10_000;
  const code = `${"if(a){\n".repeat(depth)}${"}\n".repeat(depth)}`;
  expect(indented(code).length).toBeLessThan(code.length + 2 * depth * 50);
});
