import { digits, variableLength } from "./source-map.js";

/** The mappings of one of several texts that stand one below the other. */
export interface MappedPart {
  /** The number of lines. */
  readonly rows: number;
  readonly mappings: string;
  /** The index in all sources of each of its own; `undefined` for what has no source. */
  readonly sources: readonly (number | undefined)[];
  /** The index in all names of its first one. */
  readonly firstName: number;
}

/**
 * The mappings of texts that stand one below the other. A function gets its name where it begins, too, since Node looks
 * for it there; esbuild only puts it where the name stands.
 */
export function joinMappings(parts: readonly MappedPart[]): string {
  const written: Place = { source: 0, line: 0, column: 0, name: 0 };
  return parts.map((part) => joined(part, written)).join("");
}

/** What a segment says of the source, as absolute numbers. */
interface Place {
  source: number;
  line: number;
  column: number;
  name: number;
}

/** @param written the place of the last segment, which changes with each */
function joined({ rows, mappings, sources, firstName }: MappedPart, written: Place): string {
  const read: Place = { source: 0, line: 0, column: 0, name: 0 };
  const nameFrom = (name: number): string => {
    const text = variableLength(name + firstName - written.name);
    written.name = name + firstName;
    return text;
  };
  const placeFrom = (source: number): string => {
    const text =
      variableLength(source - written.source) +
      variableLength(read.line - written.line) +
      variableLength(read.column - written.column);
    written.source = source;
    written.line = read.line;
    written.column = read.column;
    return text;
  };
  const lines = mappings.split(";").map((line) => {
    const segments: string[] = [];
    let isNamed = true;
    for (const segment of line === "" ? [] : line.split(",")) {
      const [offset = 0, source = 0, lines = 0, columns = 0, name] = decodeNumbers(segment);
      read.source += source;
      read.line += lines;
      read.column += columns;
      read.name += name ?? 0;
      const index = sources[read.source];
      const isFunction = offset === "function ".length && source === 0 && lines === 0;
      if (name !== undefined && isFunction && !isNamed)
        segments.push(`${segments.pop()}${nameFrom(read.name)}`);
      isNamed = name !== undefined || index === undefined;
      const place =
        index === undefined ? "" : placeFrom(index) + (name === undefined ? "" : nameFrom(read.name));
      segments.push(variableLength(offset) + place);
    }
    return segments.join(",");
  });
  return lines.join(";") + ";".repeat(rows - lines.length + 1);
}

/** Decodes a segment, in Base64 VLQ. Only the last digit of a number has no continuation bit. */
export function decodeNumbers(text: string): readonly number[] {
  const numbers: number[] = [];
  let [value, shift] = [0, 0];
  for (let index = 0; index < text.length; index++) {
    const digit = digitsByCode[text.charCodeAt(index)] ?? 0;
    value |= (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >>> 1) : value >>> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

const digitsByCode = new Uint8Array(128);
for (const [value, digit] of [...digits].entries()) digitsByCode[digit.charCodeAt(0)] = value;
