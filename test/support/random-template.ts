/** Random templates like those of people, with their mistakes: most often a comma too many or too few. */

/** Chooses one of several options. */
export type Chooser = <T>(options: readonly T[]) => T;

/**
 * A chooser that makes the same choices for the same seed (a linear congruential generator, Numerical
 * Recipes).
 */
export function seeded(seed: number): Chooser {
  let state = seed;
  return (options) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return options[Math.floor((state / 2 ** 32) * options.length)] as (typeof options)[number];
  };
}

export function randomTemplate(choose: Chooser): string {
  // A template is either careful or careless as a whole. Otherwise hardly any would be free of mistakes.
  const separators = choose([[","], ["{{,}}"], [",", "{{,}}"], [",", "{{,}}", " ", ",{{,}}", ",,"]]);
  return new TemplateWriter(choose, separators).value(3);
}

class TemplateWriter {
  #blocks = 0;

  constructor(
    private readonly choose: Chooser,
    private readonly separators: readonly string[],
  ) {}

  value(depth: number): string {
    const { choose } = this;
    const simple = ["1", '"t"', "null", "{{ a }}", "{{.}}", "{{ 5 }}", '{{ "x" }}', '"a {{ 5 }} b"', '", }"'];
    if (depth === 0) return choose(simple);
    switch (choose(["simple", "simple", "object", "object", "array", "array", "if", "with"])) {
      case "object":
        return `{ ${this.#list(depth - 1, () => this.#member(depth - 1))} }`;
      case "array":
        return `[ ${this.#list(depth - 1, () => this.value(depth - 1))} ]`;
      case "if":
        return this.#block("if", () => this.value(depth - 1), true);
      case "with":
        return this.#block("with", () => this.value(depth - 1), true);
      default:
        return choose(simple);
    }
  }

  #member(depth: number): string {
    const name = this.choose(['"k"', '"k"', '"k"', '{{ "n" }}', "{{ a }}", "1"]);
    return this.choose([true, true, true, false]) ? `${name}: ${this.value(depth)}` : "{{: a }}";
  }

  #list(depth: number, item: () => string): string {
    const count = this.choose([0, 1, 1, 2, 2, 3]);
    const items = Array.from({ length: count }, () => this.#item(depth, item));
    return items
      .map((text, index) => (index === 0 ? text : `${this.choose(this.separators)} ${text}`))
      .join(" ");
  }

  #item(depth: number, item: () => string): string {
    const kind = this.choose(["item", "item", "item", "if", "loop", "with"] as const);
    if (kind === "item" || depth === 0) return item();
    const comma = this.choose(["", "", "", ",", "{{,}}"]);
    const isInside = this.choose([true, false]);
    const block = this.#block(kind, () => item() + (isInside ? comma : ""), false);
    return isInside ? block : block + comma;
  }

  /**
   * A block command with its content. A template gets only a few, so that a test can try all paths through
   * it.
   */
  #block(kind: "if" | "loop" | "with", content: () => string, isValue: boolean): string {
    if (++this.#blocks > 4) return content();
    const start = { if: "{{if a}}", loop: "{{loop a}}", with: "{{with a}}" }[kind];
    const first = content();
    if (kind === "loop") return `${start} ${first} {{end}}`;
    const elseif = kind === "if" && this.choose([true, false, false]) ? ` {{elseif b}} ${content()}` : "";
    const hasElse = this.choose(isValue ? [true, true, true, true, false] : [true, false, false]);
    return `${start} ${first}${elseif}${hasElse ? ` {{else}} ${content()}` : ""} {{end}}`;
  }
}
