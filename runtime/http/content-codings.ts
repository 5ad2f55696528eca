/** The codings of a content (RFC 9110 §8.4.1), and which of them a client takes (§12.5.3). */

/** Further codings of a field do not count. */
const maxCodings = 32;

/** The codings that a field `Content-Encoding` names, in the order in which they were put on; without `identity`. */
export function codingsOf(field: string | null): readonly string[] {
  const names = field?.toLowerCase().split(",", maxCodings).map(trimmed) ?? [];
  return names.filter((name) => name !== "" && name !== "identity");
}

/** Returns true if a client with this `Accept-Encoding` takes any coding at all. */
export function takesCodings(accepted: string): boolean {
  return [...weights(accepted)].some(([name, weight]) => weight > 0 && name !== "identity");
}

/** Returns true if a client with this `Accept-Encoding` takes a content with all these codings. */
export function takesAll(accepted: string, codings: readonly string[]): boolean {
  const known = weights(accepted);
  return codings.every((name) => (known.get(name) ?? known.get("*") ?? 0) > 0);
}

/** By name. A weight that is none is 0. */
function weights(accepted: string): ReadonlyMap<string, number> {
  return new Map(
    accepted
      .toLowerCase()
      .split(",", maxCodings)
      .map((part) => {
        const [name = "", ...parameters] = part.split(";", maxCodings).map(trimmed);
        const weight = parameters.find((one) => one.startsWith("q="))?.slice(2) ?? "1";
        return [plainName(name), Number(weight) || 0];
      }),
  );
}

function trimmed(text: string): string {
  return plainName(text.trim());
}

/** Some names have an older form. */
function plainName(name: string): string {
  return name === "x-gzip" ? "gzip" : name;
}
