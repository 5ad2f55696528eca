/**
 * The declarations of actions for editors are true: all that may hold an expression, a template or a variable
 * is read as one.
 */
import { describe, expect, test } from "vitest";
import { actions } from "../../compiler/constructs/actions/index.js";
import type { AnyActionDefinition } from "../../compiler/language/action-definition.js";
import { compileFiles } from "../support/compile.js";
import { apiFiles } from "../support/samples.js";

const definitions = [...actions.values()];

test.each(definitions)("$element declares attributes that it has", ({ attributes, editing }) => {
  expect(attributes).toEqual(expect.arrayContaining(Object.keys(editing?.attributes ?? {})));
  expect(attributes).toEqual(expect.arrayContaining([...(editing?.required ?? [])]));
});

/** Resolves to true if the build reads the text as an expression: then a part that is none is reported. */
async function reads(element: string): Promise<boolean> {
  const { diagnostics } = await compileFiles(apiFiles({ "/x": element }));
  return diagnostics.some(({ code }) => code === "FLOW2001");
}

function attributesFor({ editing }: AnyActionDefinition, more: string): string {
  return (editing?.required ?? []).map((name) => ` ${name}="a"`).join("") + more;
}

describe("expressions stand where they are declared:", () => {
  const texts = definitions.map((definition) => [definition.element, definition] as const);
  test.each(texts)("in the text of %s", async (name, definition) => {
    const { editing } = definition;
    const own = attributesFor(definition, "");
    const isExpression = await reads(`<${name}${own}>1 1</${name}>`);
    const isTemplate = await reads(`<${name}${own}>{{ 1 1 }}</${name}>`);
    expect([isExpression, isTemplate]).toEqual([
      editing?.text === "expression",
      editing?.text === "template" || editing?.text === "expression",
    ]);
  });

  const attributes = definitions.flatMap((definition) =>
    Object.entries(definition.editing?.attributes ?? {}).flatMap(([name, kind]) =>
      kind === "expression" || kind === "text" ? [[definition.element, name, kind, definition] as const] : [],
    ),
  );
  test.each(attributes)("in %s %s, as %s", async (element, name, kind, definition) => {
    const value = kind === "expression" ? "1 1" : "{1 1}";
    const others = (definition.editing?.required ?? [])
      .filter((one) => one !== name)
      .map((one) => ` ${one}="a"`);
    expect(await reads(`<${element}${others.join("")} ${name}="${value}"/>`)).toBe(true);
  });
});
