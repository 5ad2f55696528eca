import type { Inputs } from "../../compiler/source/read-directory.js";

/** The files of a directory, of which some have other contents, and some are new. */
export function withFiles(inputs: Inputs, more: ReadonlyMap<string, Uint8Array | string>): Inputs {
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
    list: [...new Set([...inputs.list, ...more.keys()])].sort(),
    read: (path) => textOf(path) ?? inputs.read(path),
    readBytes: (path) => bytesOf(path) ?? inputs.readBytes(path),
    inspect(path) {
      const size = bytesOf(path)?.length;
      return size === undefined ? inputs.inspect(path) : { size, isReadable: true };
    },
  };
}
