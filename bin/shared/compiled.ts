import { renderText } from "../../compiler/diagnostics/render.js";
import type { Compilation } from "../../compiler/index.js";
import { readDirectory } from "../../compiler/source/read-directory.js";
import { checkDirectory, type Overlaid } from "./directory.js";
import type { Output } from "./surroundings.js";

type Compiled = { readonly [K in "program" | "names"]: NonNullable<Compilation[K]> };

/** Compiles a flow directory for a command whose result is something else; `undefined` after reporting errors. */
export async function compiled(
  directory: string,
  { overlay }: Overlaid,
  { stderr, colour }: Output,
): Promise<Compiled | undefined> {
  checkDirectory(directory);
  const { compile } = await import("../../compiler/index.js");
  const { program, names, diagnostics } = await compile(readDirectory(directory, undefined, overlay));
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  stderr(renderText(errors, { directory, colour }));
  return program && names && { program, names };
}
