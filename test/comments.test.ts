/** File names and texts of API descriptions that appear in comments of generated code. */
import { expect, test } from "vitest";
import { compileFiles, isError, scratchDirectory, writeFiles } from "./support/compile.js";
import { tscStrict } from "./support/project.js";
import { flowFile } from "./support/samples.js";

/** An order to the compiler, in two parts, since no file of flowc may contain one. */
const order = (name: string) => `@${"ts"}-${name}`;

test("they give no orders to a compiler", async () => {
  const name = `${order("expect-error")}.xml`;
  const title = `${order("expect-error")} */ //# sourceMappingURL=x\u2028${order("ignore")}`;
  const { modules, diagnostics } = await compileFiles({
    "swagger.json": JSON.stringify({
      swagger: "2.0",
      info: { title },
      paths: {
        "/a": { get: { "x-flow": name, operationId: order("nocheck"), summary: title, description: title } },
        [`/${order("ignore")}`]: { get: { "x-flow": name } },
      },
    }),
    [name]: `<!-- ${order("nocheck")} */ evil() -->${flowFile(`<!-- ${order("expect-error")} --><set-status code="201"/><sub-flow src="sub/${name}"/><echo if="$request">a</echo><!-- a&#10;\u2028${order("ignore")} -->`)}`,
    [`sub/${name}`]: flowFile(
      `<set-header name="a" value="b"/><copy in="../x/${order("ignore")}.txt" out="$x"/>`,
    ),
    [`x/${order("ignore")}.txt`]: "a",
  });
  expect(diagnostics.filter(isError)).toStrictEqual([]);
  const directory = scratchDirectory("comments");
  writeFiles(directory, modules);
  expect(await tscStrict(directory)).toBe("");
  const text = modules.map((module) => module.text).join("\n");
  expect(text).toContain(`// - ${name}:`);
  expect(text).not.toMatch(/^\s*(?:\/\/|\/?\*+)\s*@ts-|sourceMappingURL=/m);
});
