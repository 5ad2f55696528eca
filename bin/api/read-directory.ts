import { resolve } from "node:path";
import { readDirectory as listDirectory } from "../../compiler/source/read-directory.js";
import { checkDirectory } from "../shared/directory.js";
import { realPath } from "../shared/real-path.js";

/** The files of a flow directory. Paths are relative to it, with `/`. What has them elsewhere, makes such an object. */
export interface FlowFiles {
  /** The paths, sorted. */
  readonly list: readonly string[];
  /** The overlays of the API description, among the files. */
  readonly overlays?: readonly string[] | undefined;
  /** The directory on disk where packages that handlers import are looked for; without it, there are none. */
  readonly root?: string | undefined;
  /** The text of a file, in UTF-8 and without a byte order mark; `undefined` if it is not listed, unless it begins with `node_modules/`: then it is a file of a package. */
  read(path: string): string | undefined;
  /** The bytes of a file; `undefined` if it is not listed. */
  readBytes(path: string): Uint8Array | undefined;
  /** Returns the facts that are known of a file without reading it; `undefined` if it is not listed. */
  inspect(path: string): { readonly size: number; readonly isReadable: boolean } | undefined;
}

/**
 * Lists the files of a flow directory; a file is read when somebody asks for it. Hidden files, `node_modules`, and links
 * that lead out of the directory are left out.
 * @param excluded a directory in it that is left out, such as the one for the output
 * @param overlays files with overlays of the API description
 * @throws Error if there is no such directory, or if it has too many files
 */
export function readDirectory(
  directory: string,
  excluded?: string,
  overlays: readonly string[] = [],
): FlowFiles {
  checkDirectory(directory);
  return listDirectory(resolve(directory), excluded === undefined ? undefined : realPath(excluded), overlays);
}
