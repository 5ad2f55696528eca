import { identifier } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import { type Helper, moduleOf, moduleOfType, type RuntimeType } from "../../code/helpers.js";
import { addTo } from "../../source/lists.js";
import type { Declaration, ModulePlan } from "./plan.js";

/** Gathers what a module imports while its code is made. */
export class ModuleBuilder {
  readonly #imports = new Map<string, Set<string>>();
  readonly #typeImports = new Map<string, Set<string>>();
  readonly #declarations: Declaration[] = [];

  constructor(
    private readonly path: string,
    private readonly docs: string,
  ) {}

  /** A helper of the runtime. */
  readonly use = (helper: Helper): Doc => this.import(moduleOf(helper), helper);

  /** A type of the runtime. */
  useType(name: RuntimeType): Doc {
    addTo(this.#typeImports, moduleOfType(name), name);
    return identifier(name);
  }

  /** A type that a module of the project exports. */
  useTypeFrom(modulePath: string, name: string): Doc {
    addTo(this.#typeImports, relativeSpecifier(this.path, modulePath), name);
    return identifier(name);
  }

  import(specifier: string, name: string): Doc {
    addTo(this.#imports, specifier, name);
    return identifier(name);
  }

  /** A name that a module of the project exports; this one's own needs no import. `alias` is its name in here. */
  importFrom(modulePath: string, name: string, alias = name): Doc {
    if (modulePath === this.path) return identifier(name);
    const specifier = relativeSpecifier(this.path, modulePath);
    if (alias === name) return this.import(specifier, name);
    addTo(this.#imports, specifier, `${name} as ${alias}`);
    return identifier(alias);
  }

  declare(declaration: Declaration): void {
    this.#declarations.push(declaration);
  }

  plan(): ModulePlan {
    return {
      path: this.path,
      docs: this.docs,
      imports: this.#imports,
      typeImports: this.#typeImports,
      declarations: this.#declarations,
    };
  }
}

function relativeSpecifier(from: string, to: string): string {
  const fromParts = from.split("/").slice(0, -1);
  const toParts = to.replace(/\.ts$/, ".js").split("/");
  while (fromParts.length > 0 && fromParts[0] === toParts[0] && toParts.length > 1) {
    fromParts.shift();
    toParts.shift();
  }
  return `${fromParts.length === 0 ? "./" : "../".repeat(fromParts.length)}${toParts.join("/")}`;
}
