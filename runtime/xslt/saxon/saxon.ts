import "./saxon-globals.js";
import SaxonJS from "saxon-js";
import { refusals, type SefNode } from "./sef.js";

/** Properties of the result that win over the stylesheet's `xsl:output`. */
export type OutputProperties = Readonly<Record<string, string | number | boolean>>;

/** The functions by which SaxonJS reaches files and the network. */
const gates = ["readFile", "writeFileAsync", "writeFileSync", "resourcePromise", "makeHttpRequest"] as const;

/** The tables that functions of XPath ask for. Others hold compilers, for `xsl:evaluate` and `transform()`. */
const tables: ReadonlySet<string> = new Set(["elements", "functions", "regexCategories"]);

/** Closes these for good, and not for each transformation: a stylesheet may start something that goes on after it. */
function close(platform: ReturnType<typeof SaxonJS.getPlatform>): void {
  for (const gate of gates) {
    platform[gate] = () => {
      throw new Error("A stylesheet cannot read or write anything but its input and output.");
    };
  }
  // Extension functions are looked up here by name; there are none.
  platform.globalObject = Object.freeze(Object.create(null));
  const { resource } = platform;
  platform.resource = (name) => {
    if (!tables.has(name)) throw new Error("A stylesheet cannot compile another one.");
    return resource(name);
  };
}

/** All that SaxonJS writes. It fails for others, which a stylesheet may ask for (SESU0013, SESU0007). */
const written = { encoding: "UTF-8", version: "1.0", "html-version": 5 };

let isClosed = false;

/** SaxonJS, closed. In server.js, it is loaded when something of it is first used. */
function closedSaxonJs(): typeof SaxonJS {
  if (!isClosed) close(SaxonJS.getPlatform());
  isClosed = true;
  return SaxonJS;
}

/** A stylesheet as the build compiled it for SaxonJS. */
export interface SaxonDefinition {
  readonly path: string;
  /** The `method` of `xsl:output`; without one, the result decides (XSLT 1.0 §16). */
  readonly method?: string;
  /** The `media-type` of `xsl:output`. */
  readonly mediaType?: string;
  /** Saxon's stylesheet export file, as text. */
  readonly sef: string;
}

/** By stylesheet. SaxonJS changes a stylesheet when it first runs, and then needs the same object again. */
const loaded = new WeakMap<SaxonDefinition, SefNode>();

/** @throws Error if there is something in it that the build refuses */
function load(stylesheet: SaxonDefinition): SefNode {
  const known = loaded.get(stylesheet);
  if (known !== undefined) return known;
  const sef = JSON.parse(stylesheet.sef) as SefNode;
  const [refused] = refusals(sef);
  if (refused !== undefined) throw new Error(`A stylesheet cannot use ${refused.name}.`);
  loaded.set(stylesheet, sef);
  return sef;
}

/** Returns true if `xsl:output` asks for indents. */
export function isIndented(stylesheet: SaxonDefinition): boolean {
  const output = load(stylesheet).C?.filter(({ N }) => N === "output") ?? [];
  const said = output.flatMap(({ C = [] }) => C).filter(({ name }) => name === "indent");
  return said.some(({ value = "" }) => /^\s*(?:yes|true|1)\s*$/.test(value));
}

/**
 * The serialised result.
 * @param message gets each `xsl:message`
 * @throws Error for a stylesheet that must not run, and whatever SaxonJS throws
 */
export function transform(
  stylesheet: SaxonDefinition,
  sourceText: string,
  outputProperties: OutputProperties,
  message: (text: string) => void,
): string {
  const { principalResult } = closedSaxonJs().transform(
    {
      stylesheetInternal: load(stylesheet),
      sourceText,
      destination: "serialized",
      outputProperties: { ...outputProperties, ...written },
      logLevel: -1,
      deliverMessage: ({ textContent }) => message(textContent ?? ""),
    },
    "sync",
  );
  return principalResult ?? "";
}
