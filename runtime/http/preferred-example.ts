import { essence, parameter } from "./media-type.js";

/** A body that somebody gives as an example. */
export interface Example {
  readonly mediaType: string;
  /** The body itself. */
  readonly text: string;
}

/** Further media ranges do not count. */
const maxRanges = 32;

/**
 * The example that a client likes best, by its `Accept` field (RFC 9110 §12.5.1). Among equals, JSON comes first, then
 * the first one in the description. Undefined if the client accepts none.
 */
export function preferred(examples: readonly Example[], accept: string | undefined): Example | undefined {
  const ranges = (accept ?? "*/*").split(",", maxRanges).map((range) => ({
    name: essence(range),
    quality: Number(parameter(range, "q") ?? 1),
  }));
  const qualityOf = ({ mediaType }: Example): number => {
    const name = essence(mediaType);
    const type = name.slice(0, name.indexOf("/"));
    const range = [name, `${type}/*`, "*/*"].map((each) => ranges.find((one) => one.name === each));
    return range.find((one) => one !== undefined)?.quality ?? 0;
  };
  let best: Example | undefined;
  let bestQuality = 0;
  for (const example of [...examples].sort((a, b) => Number(isPlainJson(b)) - Number(isPlainJson(a)))) {
    const quality = qualityOf(example);
    if (quality > bestQuality) [best, bestQuality] = [example, quality];
  }
  return best;
}

function isPlainJson({ mediaType }: Example): boolean {
  return essence(mediaType) === "application/json";
}
