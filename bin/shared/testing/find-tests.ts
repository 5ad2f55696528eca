import { relative, resolve } from "node:path";
import { isTest } from "../../../compiler/load/is-test.js";
import type { Inputs } from "../../../compiler/source/read-directory.js";

/** The paths of all tests of a flow directory, in order. */
const findTests = ({ list, read }: Inputs): readonly string[] =>
  list.filter((path) => path.endsWith(".xml") && isTest(read(path) ?? ""));

/**
 * The paths of tests relative to the flow directory.
 * @param files named from there, or from where the user is; all tests if there are none
 * @throws Error if a file does not exist
 */
export function chosenTests(
  directory: string,
  inputs: Inputs,
  files: readonly string[],
  filter: string | undefined,
): readonly string[] {
  const known = new Set(inputs.list);
  const chosen = files.map((file) => {
    const here = relative(resolve(directory), resolve(file)).replaceAll("\\", "/");
    const found = [here, file.replace(/^\.\//, "")].find((path) => known.has(path));
    if (found === undefined) throw new Error(`There is no file ${file} in ${directory}.`);
    return found;
  });
  const all = files.length > 0 ? [...new Set(chosen)] : findTests(inputs);
  return filter === undefined ? all : all.filter((path) => path.includes(filter));
}
