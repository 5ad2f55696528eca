/** The codings of a content (RFC 9110 §8.4.1), and which of them a client takes (§12.5.3). */

/** Those that can be taken off. */
export type Decodable = "gzip" | "deflate" | "br";

/** The codings that a field `Content-Encoding` names, in the order in which they were put on; without `identity`. */
export function codingsOf(field: string | null | undefined): readonly string[] {
  const names = field?.toLowerCase().split(",").map(trimmed) ?? [];
  return names.filter((name) => name !== "" && name !== "identity");
}

/** Returns true if there are codings, and all of them can be taken off. */
export function areDecodable(codings: readonly string[]): codings is readonly Decodable[] {
  return codings.length > 0 && codings.every((name) => decodable.has(name));
}

const decodable: ReadonlySet<string> = new Set<Decodable>(["gzip", "deflate", "br"]);

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
      .split(",")
      .map((part) => {
        const [name = "", ...parameters] = part.split(";").map(trimmed);
        const weight = parameters.find((one) => one.startsWith("q="))?.slice(2) ?? "1";
        return [name, Number(weight) || 0];
      }),
  );
}

/** Without white space, and in the newer one of two forms. */
function trimmed(text: string): string {
  const name = text.trim();
  return name === "x-gzip" ? "gzip" : name;
}
