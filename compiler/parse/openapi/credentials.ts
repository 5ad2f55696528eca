import type { Credential } from "../../../runtime/validation/contract.js";
import type { Located, References } from "../yaml/references.js";

type Members = ReadonlyMap<string, Located>;

/** Reads which credentials requests must bring. Only their presence counts, whatever their value is. */
export class CredentialReader {
  readonly #schemes: Members;

  constructor(
    private readonly references: References,
    private readonly top: Members,
  ) {
    const components = references.members(top.get("components"));
    this.#schemes = new Map([
      ...references.members(top.get("securityDefinitions")),
      ...references.members(components.get("securitySchemes")),
    ]);
  }

  /** The alternatives, one of which a request has to meet; `undefined` if nothing is required. */
  read(path: Members, operation: Members): readonly (readonly Credential[])[] | undefined {
    const security = operation.get("security") ?? path.get("security") ?? this.top.get("security");
    const alternatives = security && this.references.items(security);
    if (alternatives === undefined || alternatives.length === 0) return undefined;
    return alternatives.map((schemes) =>
      [...this.references.members(schemes).keys()].flatMap((name) => this.#credential(name) ?? []),
    );
  }

  #credential(scheme: string): Credential | undefined {
    const members = this.references.members(this.#schemes.get(scheme));
    const text = (name: string) => {
      const member = members.get(name);
      return member?.file.string(member.value);
    };
    if (text("type") !== "apiKey")
      return members.size === 0 ? undefined : { scheme, place: "header", name: "Authorization" };
    const place = text("in");
    const name = text("name");
    return isPlace(place) && name !== undefined ? { scheme, place, name } : undefined;
  }
}

function isPlace(place: string | undefined): place is Credential["place"] {
  return place === "header" || place === "query" || place === "cookie";
}
