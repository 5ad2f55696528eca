import { decodeNumbers, variableLength } from "./source-map.js";

/** A source, and its text in JSON: `null` for one that nobody looks into. */
export interface JoinedSource {
  /** What the map calls it: a URL, relative to the map. */
  readonly url: string;
  readonly json: string;
  /** The path of a flow file in its directory. */
  readonly flow?: string;
  /** Whether debuggers pass over it: the user has not written it, and flows are not made into it. */
  readonly isIgnored?: boolean;
}

/** The mappings of a part, and what their numbers stand for. */
export interface PartMap {
  readonly mappings: string;
  readonly sources: readonly JoinedSource[];
  readonly names: readonly string[];
  /** Stands for the part in bundles that follow each other. */
  readonly part?: object;
}

/** What the numbers of a segment are differences from. */
interface State {
  readonly source: number;
  readonly line: number;
  readonly column: number;
  readonly name: number;
}

const start: State = { source: 0, line: 0, column: 0, name: 0 };

/** The sources of a map, each once. */
export class JoinedSources {
  readonly #indices = new Map<string, number>();
  readonly all: JoinedSource[] = [];

  indexOf(source: JoinedSource): number {
    const known = this.#indices.get(source.url);
    if (known !== undefined) return known;
    const index = this.all.push(source) - 1;
    this.#indices.set(source.url, index);
    return index;
  }
}

/** The mappings of parts that follow each other, each on lines of its own. */
export class JoinedMappings {
  readonly #names: string[] = [];
  readonly #rows: string[] = [];
  #state: State = start;

  constructor(private readonly sources: JoinedSources) {}

  /** Adds the lines of a text that have no place in any source. */
  skip(text: string): void {
    for (let row = rowsOf(text); row > 0; row--) this.#rows.push("");
  }

  /** Adds the lines of a text, the last of which ends, too. */
  add(text: string, part: PartMap): void {
    const count = rowsOf(text);
    if (count === 0) return;
    const sources = part.sources.map((source) => this.sources.indexOf(source));
    const rows = part.mappings.split(";", count).join(";");
    // Most parts differ in the first segment alone, as all numbers after it are differences.
    const isShifted = areSuccessive(sources) && (part.names.length === 0 || this.#names.length === 0);
    if (isShifted) this.#append(rows, sources[0] ?? 0, part.part);
    else this.#append(renumbered(rows, sources, this.#names.length - this.#state.name), 0);
    this.#names.push(...part.names);
    for (let row = rowsOf(rows, ";") + 1; row < count; row++) this.#rows.push("");
  }

  #append(mappings: string, shift: number, part?: object): void {
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
    const end = endState(mappings, part);
    this.#state = { ...end, source: end.source + shift, name: end.name + this.#state.name };
  }

  get names(): readonly string[] {
    return this.#names;
  }

  toString(): string {
    return this.#rows.join(";");
  }
}

/** The map of `server.js` in JSON. What only flowc knows to read begins with `x_flowc_`. */
export function mapText(
  sources: readonly JoinedSource[],
  mappings: JoinedMappings,
  modules: JoinedMappings,
): string {
  const ignored = sources.flatMap(({ isIgnored }, index) => (isIgnored ? [index] : []));
  const flows = sources.flatMap(({ flow }, index) => (flow === undefined ? [] : [[index, flow]]));
  const members = {
    version: "3",
    file: '"server.js"',
    sources: JSON.stringify(sources.map(({ url }) => url)),
    sourcesContent: `[${sources.map(({ json }) => json).join(",")}]`,
    names: JSON.stringify(mappings.names),
    mappings: `"${mappings}"`,
    ignoreList: JSON.stringify(ignored),
    x_flowc_flows: JSON.stringify(flows),
    x_flowc_modules: `"${modules}"`,
  };
  return `{${Object.entries(members).map(([name, json]) => `"${name}":${json}`)}}\n`;
}

const areSuccessive = (numbers: readonly number[]): boolean =>
  numbers.every((each, at) => each === (numbers[0] ?? 0) + at);

/** The ends of mappings that parts have had in earlier bundles. */
const knownEnds = new WeakMap<object, Map<string, State>>();

/** The place that the last segment stands for, where the first one counts from `start`. */
function endState(mappings: string, part: object | undefined): State {
  if (part === undefined) return findEnd(mappings);
  const ends = knownEnds.get(part) ?? new Map<string, State>();
  const end = ends.get(mappings) ?? findEnd(mappings);
  knownEnds.set(part, ends.set(mappings, end));
  return end;
}

function findEnd(mappings: string): State {
  let { source, line, column, name } = start;
  for (const [segment] of mappings.matchAll(/[^,;]+/g)) {
    const numbers = decodeNumbers(segment);
    source += numbers[1] ?? 0;
    line += numbers[2] ?? 0;
    column += numbers[3] ?? 0;
    name += numbers[4] ?? 0;
  }
  return { source, line, column, name };
}

function rowsOf(text: string, end = "\n"): number {
  let rows = 0;
  for (let at = text.indexOf(end); at >= 0; at = text.indexOf(end, at + 1)) rows++;
  return rows;
}

/**
 * Mappings with other numbers for sources, where `source` becomes `sources[source]`.
 * @param nameShift what is added to the numbers of names
 */
function renumbered(mappings: string, sources: readonly number[], nameShift: number): string {
  let [from, to, shift] = [0, 0, nameShift];
  return mappings.replace(/[^,;]+/g, (segment) => {
    const [column, difference, line, place, name] = decodeNumbers(segment);
    if (column === undefined || difference === undefined || line === undefined || place === undefined)
      return segment;
    from += difference;
    const source = sources[from] ?? from;
    const numbers = [column, source - to, line, place];
    to = source;
    if (name !== undefined) {
      numbers.push(name + shift);
      shift = 0;
    }
    return numbers.map(variableLength).join("");
  });
}
