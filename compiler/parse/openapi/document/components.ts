import { type JsonValue, setMember } from "../../../../runtime/data/model/values.js";
import { type Located, memberName } from "../../yaml/references.js";
import type { YamlValue } from "../../yaml/yaml.js";

export const componentKinds = [
  ...(["schemas", "responses", "parameters", "examples", "requestBodies", "headers"] as const),
  ...(["securitySchemes", "links", "callbacks", "pathItems"] as const),
] as const;

export type ComponentKind = (typeof componentKinds)[number];

interface Pending {
  readonly kind: ComponentKind;
  readonly name: string;
  readonly located: Located;
}

/**
 * The components of the document that is made. Whatever a reference leads to becomes one, in whichever file it is and
 * wherever it stands there, so that all references lead to components.
 */
export class Components {
  readonly #names = new Map<string, Map<YamlValue, string>>();
  readonly #used = new Set<string>();
  readonly #pending: Pending[] = [];

  /** Names a component of the description itself: these keep their names, as far as OpenAPI allows them. */
  add(kind: ComponentKind, name: string, located: Located): string {
    const known = this.#of(kind).get(located.value);
    if (known !== undefined && located.value !== null) return known;
    const fresh = this.#fresh(kind, name);
    if (kind === "securitySchemes" && !this.#schemes.has(name)) this.#schemes.set(name, fresh);
    if (located.value !== null) this.#of(kind).set(located.value, fresh);
    this.#pending.push({ kind, name: fresh, located });
    return fresh;
  }

  /** The name of a security scheme: other objects name it, and do not refer to it. */
  readonly schemeName = (name: string): string => this.#schemes.get(name) ?? name;
  readonly #schemes = new Map<string, string>();

  /** A reference to what the `$ref` of a value leads to; `undefined` if it leads nowhere, or there is none. */
  reference(kind: ComponentKind, located: Located): string | undefined {
    const text = located.reference;
    if (text === undefined || located.target?.value == null) return undefined;
    return this.#to(kind, located.referred, text);
  }

  /** @param from where the text of the reference stands */
  referenceTo(kind: ComponentKind, from: Located, text: string): string | undefined {
    return this.#to(kind, from.follow(text), text);
  }

  #to(kind: ComponentKind, target: Located | undefined, text: string): string | undefined {
    if (target === undefined || target.value === null) return undefined;
    return pointerTo(kind, this.add(kind, lastName(text), target));
  }

  /** Makes what is named so far, and what that refers to. */
  make(read: Readonly<Record<ComponentKind, (located: Located) => JsonValue | undefined>>): JsonValue {
    const made = new Map<ComponentKind, Record<string, JsonValue>>();
    // A queue instead of recursion, since schemas can contain themselves.
    for (let index = 0; index < this.#pending.length; index++) {
      const { kind, name, located } = this.#pending[index] as Pending;
      const json = read[kind](located);
      if (json === undefined) continue;
      const members = made.get(kind) ?? {};
      made.set(kind, members);
      setMember(members, name, json);
    }
    return Object.fromEntries(made);
  }

  #of(kind: ComponentKind): Map<YamlValue, string> {
    const known = this.#names.get(kind) ?? new Map<YamlValue, string>();
    this.#names.set(kind, known);
    return known;
  }

  #fresh(kind: ComponentKind, name: string): string {
    const base = name.replace(/[^A-Za-z0-9._-]+/g, "-") || "component";
    let fresh = base;
    for (let count = this.#counts.get(`${kind} ${base}`) ?? 2; this.#used.has(`${kind} ${fresh}`); count++) {
      fresh = `${base}-${count}`;
      this.#counts.set(`${kind} ${base}`, count + 1);
    }
    this.#used.add(`${kind} ${fresh}`);
    return fresh;
  }

  /** Where to go on counting, for names that many have. */
  readonly #counts = new Map<string, number>();
}

export const pointerTo = (kind: ComponentKind, name: string): string => `#/components/${kind}/${name}`;

/** The last part of a reference, as people name what it leads to. */
export const lastName = (reference: string): string =>
  memberName(reference.split(/[/#]/).findLast((part) => part !== "") ?? "");
