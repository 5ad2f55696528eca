import { spend } from "../base/work.js";

export interface NewAttribute {
  readonly name: string;
  readonly namespaceUri: string;
  value: string;
}

/** Short lists are looked through; longer ones get an index, so that an element may have many attributes. */
const shortList = 8;

/** The attributes of an element that is being made; no two have the same expanded name. */
export class AttributeList {
  readonly all: NewAttribute[] = [];
  #index: Map<string, Map<string, NewAttribute>> | undefined;

  find(namespaceUri: string, local: string): NewAttribute | undefined {
    if (this.all.length <= shortList)
      return this.all.find((one) => one.namespaceUri === namespaceUri && localName(one) === local);
    if (this.#index === undefined) {
      this.#index = new Map();
      for (const one of this.all) this.#note(this.#index, one);
    }
    return this.#index.get(namespaceUri)?.get(local);
  }

  add(attribute: NewAttribute): void {
    this.all.push(attribute);
    if (this.#index !== undefined) this.#note(this.#index, attribute);
  }

  /** Returns true if a name has the prefix. */
  usesPrefix(prefix: string): boolean {
    spend(this.all.length / shortList);
    return this.all.some(({ name }) => name.startsWith(`${prefix}:`));
  }

  /** The URI is not copied: it may be long, and that of many attributes. */
  #note(index: Map<string, Map<string, NewAttribute>>, attribute: NewAttribute): void {
    const { namespaceUri } = attribute;
    const names = index.get(namespaceUri) ?? new Map<string, NewAttribute>();
    index.set(namespaceUri, names);
    names.set(localName(attribute), attribute);
  }
}

function localName({ name }: NewAttribute): string {
  return name.slice(name.indexOf(":") + 1);
}
