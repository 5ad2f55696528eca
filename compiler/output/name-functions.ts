import { decodeNumbers, variableLength } from "./source-map.js";

/**
 * The mappings of a bundle in which a function has its name where it begins, too, since Node looks for it there; esbuild
 * only puts it where the name stands.
 */
export function nameFunctions(mappings: string): string {
  let [read, written] = [0, 0];
  const nameFrom = (): string => {
    const text = variableLength(read - written);
    written = read;
    return text;
  };
  const lines = mappings.split(";").map((line) => {
    const segments: string[] = [];
    let isNamed = true;
    for (const segment of line === "" ? [] : line.split(",")) {
      const [offset, source, row, column, name] = decodeNumbers(segment);
      if (name === undefined) {
        isNamed = source === undefined;
        segments.push(segment);
        continue;
      }
      read += name;
      const isFunction = offset === "function ".length && source === 0 && row === 0;
      if (isFunction && !isNamed) segments.push(`${segments.pop()}${nameFrom()}`);
      isNamed = true;
      segments.push(
        [offset, source, row, column].map((number = 0) => variableLength(number)).join("") + nameFrom(),
      );
    }
    return segments.join(",");
  });
  return lines.join(";");
}
