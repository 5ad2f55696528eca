import "./saxon-globals.js";
import SaxonJS from "saxon-js";
import type { Stylesheet } from "./stylesheet.js";

/** Properties of the result that win over the stylesheet's `xsl:output`. */
export type OutputProperties = Readonly<Record<string, string | boolean>>;

/** What SaxonJS reaches files and the network with. */
const gates = [
  "readFile",
  "writeFileAsync",
  "writeFileSync",
  "resourcePromise",
  "resource",
  "makeHttpRequest",
] as const;

// For good, and not around each transformation: a stylesheet may start something that goes on after it.
const platform = SaxonJS.getPlatform();
for (const gate of gates) {
  platform[gate] = () => {
    throw new Error("A stylesheet cannot read or write anything but its input and output.");
  };
}

/** SaxonJS prepares a stylesheet when it first runs; it must be the same object then. */
const loaded = new WeakMap<Stylesheet, object>();

/**
 * The serialised result.
 * @param message is told each `xsl:message`
 * @throws whatever SaxonJS throws
 */
export function transform(
  stylesheet: Stylesheet,
  sourceText: string,
  outputProperties: OutputProperties,
  message: (text: string) => void,
): string {
  let sef = loaded.get(stylesheet);
  if (sef === undefined) {
    sef = JSON.parse(stylesheet.sef) as object;
    loaded.set(stylesheet, sef);
  }
  const { principalResult } = SaxonJS.transform(
    {
      stylesheetInternal: sef,
      sourceText,
      destination: "serialized",
      outputProperties: { ...outputProperties, encoding: "UTF-8" },
      logLevel: -1,
      deliverMessage: ({ textContent }) => message(textContent ?? ""),
    },
    "sync",
  );
  const text = principalResult ?? "";
  // SaxonJS writes no HTML but HTML 5.
  return stylesheet.withoutDoctype ? text.replace(/^<!DOCTYPE html>\n?/i, "") : text;
}
