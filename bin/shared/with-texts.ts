import type { Inputs } from "../../compiler/source/read-directory.js";

/** The files of a directory, in which some have other texts, and others are new. */
export function withTexts(inputs: Inputs, texts: ReadonlyMap<string, string>): Inputs {
  const bytes = (path: string) => {
    const text = texts.get(path);
    return text === undefined ? undefined : new TextEncoder().encode(text);
  };
  return {
    list: [...new Set([...inputs.list, ...texts.keys()])].sort(),
    read: (path) => texts.get(path) ?? inputs.read(path),
    readBytes: (path) => bytes(path) ?? inputs.readBytes(path),
    inspect(path) {
      const size = bytes(path)?.length;
      return size === undefined ? inputs.inspect(path) : { size, isReadable: true };
    },
  };
}
