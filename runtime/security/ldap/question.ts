import type { SentRequest } from "../../observe/logs/logged-exchange.js";
import { isSecretName } from "../../observe/logs/secret-name.js";
import { readDirectoryUrl } from "./ldap-url.js";

/** The first question: for entries at and below `base`. */
export interface Question {
  readonly base: string;
  readonly filter: string;
  readonly attributes: readonly string[];
  /** How many entries the answer may have. */
  readonly limit: number;
}

/** A question as those see it who debug the request: a URL (RFC 4516), without what lets somebody in. */
export function sentQuestion(url: string, { base, filter, attributes }: Question): SentRequest | undefined {
  const place = readDirectoryUrl(url);
  if (place === undefined) return undefined;
  const asked = [base, attributes.join(","), "sub", withoutSecrets(filter.slice(0, longestFilter))];
  return {
    url: new URL(`${place.origin}/${asked.map(encoded).join("?")}`),
    method: "SEARCH",
    headers: new Map(),
  };
}

/** Characters that are shown. */
const longestFilter = 8192;

/** Values of attributes such as `userPassword`. */
function withoutSecrets(filter: string): string {
  return filter.replace(/[^()]+/g, (item) => {
    const [name = ""] = /^[\w;.-]*/.exec(item) ?? [];
    return isSecretName(name) ? `${item.slice(0, item.indexOf("=") + 1)}***` : item;
  });
}

function encoded(text: string): string {
  return encodeURI(text.replace(/\p{Surrogate}/gu, "\ufffd")).replace(/[?#]/g, encodeURIComponent);
}
