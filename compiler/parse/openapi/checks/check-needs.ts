import { nearest } from "../../../../runtime/base/nearest.js";
import type { Reporter } from "../../../diagnostics/reporter.js";
import { keywordsOf } from "../../schema/keywords.js";
import type { Located } from "../../yaml/references.js";
import type { Kind } from "../document/grammar.js";
import type { Version } from "../document/version.js";

/** Reports objects that lack what they say nothing without, and words that name nothing. */
export function checkNeeds(
  located: Located,
  kind: Kind | "schema",
  version: Version,
  reporter: Reporter,
): void {
  const { ownMembers: members } = located;
  const need = (what: string, name: string) => {
    if (!members.has(name)) reporter.report(located.span, "objectNeeds", { what, name });
  };
  const word = (name: string, known: ReadonlySet<string>) => {
    const member = members.get(name);
    for (const value of member?.list ?? [member]) {
      const text = value?.string;
      if (value !== undefined && text !== undefined && !known.has(text))
        reporter.report(value.span, "memberWord", {
          key: name,
          text,
          known: [...known].join(", "),
          nearest: nearest(text, known) ?? otherWords.get(text.toLowerCase()),
        });
    }
  };
  if (version.isFlat && (kind === "top" || kind === "operation")) word("schemes", schemes);
  if (kind === "server") need("A server", "url");
  if (kind === "example" && !exampleValues.some((name) => members.has(name)))
    reporter.report(located.span, "exampleWithoutValue");
  // What the extensions of tokens need is checked where they are read.
  if (kind !== "scheme" || members.has("x-flow-jwt") || members.has("x-flat-jwt")) return;
  word("type", version.schemeTypes);
  const type = members.get("type")?.string;
  if (type === "http") need("A security scheme of the type http", "scheme");
  if (type !== "apiKey") return;
  need("A security scheme of the type apiKey", "name");
  need("A security scheme of the type apiKey", "in");
  word("in", version.keyPlaces);
}

const exampleValues = ["value", "externalValue", "dataValue", "serializedValue", "$ref"];

const schemes = keywordsOf("http https ws wss");

/** What is written for types that there are. */
const otherWords: ReadonlyMap<string, string> = new Map([
  ...["bearer", "jwt", "basic"].map(
    (text) => [text, `type: http, and scheme: ${text === "basic" ? text : "bearer"}`] as const,
  ),
  ["oidc", "openIdConnect"],
  ["oauth", "oauth2"],
]);
