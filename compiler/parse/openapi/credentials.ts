import type { Credential } from "../../../runtime/validation/contract.js";
import type { Located } from "../yaml/references.js";

/** Reads which credentials requests must bring. Only their presence counts, whatever their value is. */
export class CredentialReader {
  readonly #schemes: ReadonlyMap<string, Located>;

  constructor(private readonly top: Located) {
    this.#schemes = top.get("components").get("securitySchemes").members;
  }

  /** The alternatives, one of which a request has to meet; `undefined` if nothing is required. */
  read(path: Located, operation: Located | undefined): readonly (readonly Credential[])[] | undefined {
    const security = operation?.find("security") ?? path.find("security") ?? this.top.get("security");
    const alternatives = security.items.map((schemes) =>
      [...schemes.members.keys()].flatMap((name) => this.#credential(name) ?? []),
    );
    return alternatives.length === 0 ? undefined : alternatives;
  }

  #credential(scheme: string): Credential | undefined {
    const located = this.#schemes.get(scheme);
    if (located === undefined || located.members.size === 0) return undefined;
    if (located.get("type").string !== "apiKey") return { scheme, place: "header", name: "Authorization" };
    const [place, name] = [located.get("in").string, located.get("name").string];
    return isPlace(place) && name !== undefined ? { scheme, place, name } : undefined;
  }
}

function isPlace(place: string | undefined): place is Credential["place"] {
  return place === "header" || place === "query" || place === "cookie";
}
