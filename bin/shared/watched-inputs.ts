import type { Inputs } from "../../compiler/source/read-directory.js";

/** Files of a directory that remember what went wrong while they were read. */
interface WatchedInputs extends Inputs {
  /** Returns true if an error came from reading a file: then it is no mistake of flowc. */
  isOfReading(error: unknown): boolean;
}

export function watchInputs({ list, overlays, root, read, readBytes, inspect }: Inputs): WatchedInputs {
  let unreadable: unknown;
  const watched =
    <T extends string | Uint8Array>(readFile: (path: string) => T | undefined) =>
    (path: string): T | undefined => {
      try {
        return readFile(path);
      } catch (error) {
        unreadable = error;
        throw error;
      }
    };
  return {
    list,
    overlays,
    root,
    read: watched(read),
    readBytes: watched(readBytes),
    inspect,
    isOfReading: (error) => error !== undefined && error === unreadable,
  };
}
