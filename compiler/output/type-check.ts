import { join, relative, sep } from "node:path";
import { type Diagnostic, diagnostic } from "../diagnostics/diagnostic.js";
import { tsMorph } from "../parse/handler/typescript.js";
import type { Span } from "../source/source-text.js";
import { packageDirectory } from "./package-directory.js";
import type { PrintedModule } from "./print.js";

/**
 * Checks the types of generated modules, with strict settings. Nothing is written. A mistake is one of flowc, but it
 * stands where the flow has what the code comes from.
 * @param root where `flowc/runtime` is found: the directory of an installed flowc
 */
export function checkTypes(
  modules: readonly PrintedModule[],
  root = packageDirectory,
): readonly Diagnostic[] {
  const { Project, ts } = tsMorph();
  const project = new Project({
    compilerOptions: {
      strict: true,
      noEmit: true,
      noImplicitReturns: true,
      noUnusedLocals: true,
      noUncheckedIndexedAccess: true,
      exactOptionalPropertyTypes: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2023,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      resolveJsonModule: true,
      types: [],
    },
    skipAddingFilesFromTsConfig: true,
    skipFileDependencyResolution: true,
  });
  // There is no such directory. Below the package, `flowc/runtime` is the package itself.
  const folder = join(root, "generated");
  const typed = modules.filter(({ path }) => /\.(?:ts|json)$/.test(path));
  for (const { path, text } of typed) project.createSourceFile(join(folder, path), text);
  const byPath = new Map(typed.map((module) => [module.path, module]));
  return project.getPreEmitDiagnostics().map(({ compilerObject }) => {
    const { code, file, start = 0, messageText } = compilerObject;
    const path = file === undefined ? "" : relative(folder, file.fileName).split(sep).join("/");
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start).line + 1;
    const message = ts.flattenDiagnosticMessageText(messageText, " ");
    const place = placeOf(byPath.get(path), start);
    return path.startsWith("source/")
      ? diagnostic(place, "handlerType", { code, message })
      : diagnostic(place, "typeError", { path, line, code, message });
  });
}

/** The place of a flow that the code at an offset comes from. */
function placeOf(module: PrintedModule | undefined, offset: number): Span | undefined {
  return module?.mappings.findLast((mapping) => mapping.offset <= offset)?.span;
}
