import { decodeNumbers, variableLength } from "./source-map.js";

/** A source, and its text in JSON: `null` for one that nobody looks into. */
export interface JoinedSource {
  readonly path: string;
  readonly json: string;
}

/** What the numbers of a segment are differences from. */
interface State {
  readonly source: number;
  readonly line: number;
  readonly column: number;
}

const start: State = { source: 0, line: 0, column: 0 };

/** A source map made of the maps of parts that follow each other, each on lines of its own. */
export class JoinedMap {
  readonly #indices = new Map<string, number>();
  readonly #contents: string[] = [];
  readonly #rows: string[] = [];
  #state: State = start;

  /** Adds the lines of a text that have no place in any source. */
  skip(text: string): void {
    for (let row = rowsOf(text); row > 0; row--) this.#rows.push("");
  }

  /** Adds the lines of a text, the last of which ends, too. Only the first one may have names. */
  add(text: string, mappings: string, sources: readonly JoinedSource[]): void {
    const count = rowsOf(text);
    if (count === 0) return;
    const indices = sources.map((source) => this.#index(source));
    const [first = 0] = indices;
    const isShifted = indices.every((index, at) => index === first + at);
    const rows = mappings.split(";", count).join(";");
    this.#append(isShifted ? rows : renumberSources(rows, indices), isShifted ? first : 0);
    for (let row = rowsOf(rows, ";") + 1; row < count; row++) this.#rows.push("");
  }

  #index({ path, json }: JoinedSource): number {
    const known = this.#indices.get(path);
    if (known !== undefined) return known;
    const index = this.#contents.push(json) - 1;
    this.#indices.set(path, index);
    return index;
  }

  /** All numbers but the first segment's are differences, so only that one changes. */
  #append(mappings: string, shift: number): void {
    const [, before = "", segment = "", rest = ""] = /^([,;]*)([^,;]*)(.*)$/s.exec(mappings) ?? [];
    const [column, source, line, place, ...name] = decodeNumbers(segment);
    if (column === undefined || source === undefined || line === undefined || place === undefined) {
      this.#rows.push(mappings);
      return;
    }
    const moved = [
      column,
      source + shift - this.#state.source,
      line - this.#state.line,
      place - this.#state.column,
      ...name,
    ];
    this.#rows.push(`${before}${moved.map(variableLength).join("")}${rest}`);
    const end = endState(mappings);
    this.#state = { ...end, source: end.source + shift };
  }

  /** @param names those that the first part refers to */
  toString(names: readonly string[]): string {
    const sources = JSON.stringify([...this.#indices.keys()]);
    const contents = `[${this.#contents.join(",")}]`;
    const mappings = this.#rows.join(";");
    return `{"version":3,"file":"server.js","sources":${sources},"sourcesContent":${contents},"names":${JSON.stringify(names)},"mappings":"${mappings}"}\n`;
  }
}

/** The place that the last segment stands for. */
function endState(mappings: string): State {
  let [source, line, column] = [0, 0, 0];
  for (const [segment] of mappings.matchAll(/[^,;]+/g)) {
    const numbers = decodeNumbers(segment);
    source += numbers[1] ?? 0;
    line += numbers[2] ?? 0;
    column += numbers[3] ?? 0;
  }
  return { source, line, column };
}

function rowsOf(text: string, end = "\n"): number {
  let rows = 0;
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) rows++;
  return rows;
}

/** Renumbers the sources in `mappings`: `source` becomes `renumbered[source]`. */
function renumberSources(mappings: string, renumbered: readonly number[]): string {
  let [from, to] = [0, 0];
  return mappings.replace(/[^,;]+/g, (segment) => {
    const [column, difference, ...others] = decodeNumbers(segment);
    if (column === undefined || difference === undefined) return segment;
    from += difference;
    const source = renumbered[from] ?? from;
    const numbers = [column, source - to, ...others];
    to = source;
    return numbers.map(variableLength).join("");
  });
}
