import { isTest } from "../../../compiler/index.js";
import type { Inputs } from "../../../compiler/source/read-directory.js";

/** The paths of all tests of a flow directory, in order. */
export const findTests = ({ list, read }: Inputs): readonly string[] =>
  list.filter((path) => path.endsWith(".xml") && isTest(read(path) ?? ""));
