import type { OutputFile } from "../output/manifest.js";
import { unchecked } from "./texts.js";

/**
 * The same files with the code of schemas as TypeScript. A module of JavaScript with declarations beside it would not be
 * compiled with the others, and the app would not find it.
 */
export function typedSchemas(files: readonly OutputFile[]): readonly OutputFile[] {
  const paths = new Set(files.map(({ path }) => path));
  const isDeclaration = (path: string): boolean =>
    path.endsWith(".d.ts") && isSchemas(path) && paths.has(path.replace(/\.d\.ts$/, ".js"));
  return files
    .filter(({ path }) => !isDeclaration(path))
    .map((file) => (isSchemas(file.path) ? typed(file) : file));
}

const isSchemas = (path: string): boolean => /^(?:src|test\/support)\/schemas\//.test(path);

function typed({ path, text }: OutputFile): OutputFile {
  const types = 'import type { SchemaCheck } from "flowc/runtime/validation";';
  const code = text.replace(/^export const (\w+) = /gm, "export const $1: SchemaCheck = ");
  return {
    path: path.replace(/\.js$/, ".ts"),
    text: unchecked + code.replace("\n\n", `\n\n${types}\n`),
  };
}
