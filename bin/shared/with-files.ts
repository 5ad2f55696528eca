import type { Inputs } from "../../compiler/source/read-directory.js";

/** The files of a directory, of which some have other contents, some are new, and those with `undefined` are gone. */
export function withFiles(
  inputs: Inputs,
  more: ReadonlyMap<string, Uint8Array | string | undefined>,
): Inputs {
  const isGone = (path: string): boolean => more.has(path) && more.get(path) === undefined;
  const bytesOf = (path: string): Uint8Array | undefined => {
    const content = more.get(path);
    return typeof content === "string" ? new TextEncoder().encode(content) : content;
  };
  const textOf = (path: string): string | undefined => {
    const content = more.get(path);
    return content instanceof Uint8Array ? new TextDecoder().decode(content) : content;
  };
  return {
    overlays: inputs.overlays,
    root: inputs.root,
    list: [...new Set([...inputs.list, ...more.keys()])].filter((path) => !isGone(path)).sort(),
    read: (path) => textOf(path) ?? (isGone(path) ? undefined : inputs.read(path)),
    readBytes: (path) => bytesOf(path) ?? (isGone(path) ? undefined : inputs.readBytes(path)),
    inspect(path) {
      if (isGone(path)) return undefined;
      const size = bytesOf(path)?.length;
      return size === undefined ? inputs.inspect(path) : { size, isReadable: true };
    },
  };
}
