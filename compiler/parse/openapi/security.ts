import { nearest } from "../../../runtime/base/nearest.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Files } from "../../source/files.js";
import type { JwtScheme, SecurityAlternative, SecurityRequirement } from "../../syntax/security.js";
import type { YamlEntry } from "../yaml/yaml.js";
import { readSecuritySchemes, type SecurityScheme } from "./security-schemes.js";

/** Reads which tokens requests need, from the top level, paths and operations. */
export class SecurityReader {
  #schemes: ReadonlyMap<string, SecurityScheme> = new Map();
  readonly #required = new Set<string>();

  constructor(
    private readonly files: Files,
    private readonly reporter: Reporter,
  ) {}

  /** Reads the schemes that requirements refer to. Call it before the other methods. */
  readSchemes(top: readonly YamlEntry[]): void {
    this.#schemes = readSecuritySchemes(top, this.files, this.reporter);
  }

  /** The fields that schemes write, whether or not anything requires them. */
  get claimsFields(): readonly string[] {
    return [...new Set([...this.#schemes.values()].flatMap(({ jwt }) => jwt?.header ?? []))];
  }

  /**
   * The alternatives in the `security` of an object, one of which a request has to meet; empty if nothing is
   * required. Without `security`, the object inherits them.
   */
  read(
    members: readonly YamlEntry[],
    inherited: readonly SecurityAlternative[],
  ): readonly SecurityAlternative[] {
    const entry = members.find(({ key }) => key === "security");
    if (entry === undefined) return inherited;
    const items = entry.items;
    if (items === undefined) {
      const expected = "a list of security schemes";
      this.reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected });
    }
    const alternatives = (items ?? [])
      .map((item) => this.#alternative(item))
      .filter((alternative) => alternative !== undefined);
    // An alternative without requirements comes last: clients that need no token may still send one.
    return alternatives.sort((a, b) => Number(a.length === 0) - Number(b.length === 0));
  }

  /** Reports schemes that are required but not checked, and schemes that are checked but not required. */
  reportUnchecked(): void {
    for (const [name, { span, isChecked }] of this.#schemes) {
      const isRequired = this.#required.has(name);
      if (!isChecked && isRequired) this.reporter.report(span, "schemeUnchecked", { name });
      if (isChecked && !isRequired) this.reporter.report(span, "schemeUnused", { name });
    }
  }

  /** One alternative; `undefined` if none of its schemes is checked, because it would let everybody pass. */
  #alternative(item: YamlEntry): SecurityAlternative | undefined {
    const schemes = item.entries;
    if (schemes === undefined) {
      this.reporter.report(item.span, "securityAlternative");
      return undefined;
    }
    const requirements = schemes.flatMap((scheme) => this.#requirement(scheme) ?? []);
    this.#issuers(requirements, schemes);
    return schemes.length > 0 && requirements.length === 0 ? undefined : requirements;
  }

  #requirement(entry: YamlEntry): SecurityRequirement | undefined {
    const { key, keySpan } = entry;
    const scopes = this.#scopes(entry);
    const scheme = this.#schemes.get(key);
    this.#required.add(key);
    if (scheme === undefined)
      this.reporter.report(keySpan, "schemeUnknown", {
        name: key,
        nearest: nearest(key, this.#schemes.keys()),
      });
    return scheme?.jwt && { scheme: scheme.jwt, scopes };
  }

  /** Finds two schemes for one token, which has one issuer. */
  #issuers(requirements: SecurityAlternative, entries: readonly YamlEntry[]): void {
    const seen = new Map<string, JwtScheme>();
    for (const { scheme } of requirements) {
      const place = scheme.token.kind === "cookie" ? `cookie ${scheme.token.name}` : "bearer";
      const other = seen.get(place);
      const [one, two] = [issuerOf(scheme), other && issuerOf(other)];
      if (other !== undefined && one !== undefined && two !== undefined && one !== two)
        this.reporter.report(entries.find(({ key }) => key === scheme.name)?.keySpan, "schemesApart", {
          ...{ name: other.name, other: scheme.name },
        });
      if (other === undefined || two === undefined) seen.set(place, scheme);
    }
  }

  #scopes(entry: YamlEntry): readonly string[] {
    const items = entry.isNull ? [] : entry.items;
    const scopes = items?.flatMap(({ string }) => string ?? []);
    if (items === undefined || scopes === undefined || scopes.length < items.length) {
      const expected = "a list of scopes";
      this.reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected });
    }
    for (const item of items ?? []) {
      const words = item.string?.trim().split(/\s+/) ?? [];
      if (words.length > 1)
        this.reporter.report(item.span ?? entry.valueSpan, "scopeWords", {
          ...{ text: item.string ?? "", parts: words.map((word) => `"${word}"`) },
        });
    }
    return scopes ?? [];
  }
}

/** The issuer that a scheme names as it is. */
function issuerOf({ claims }: JwtScheme): string | undefined {
  const issuer = claims.find(({ name }) => name === "iss")?.expected;
  return issuer?.kind === "text" ? issuer.text : undefined;
}
