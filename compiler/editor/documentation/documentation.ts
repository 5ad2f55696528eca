import { actions, commands, functions } from "../../constructs/index.js";
import type { FunctionDefinition, Parameter } from "../../language/index.js";

/** The documentation of constructs, in Markdown. It is read when it is asked for. */
export class Documentation {
  readonly #pages = new Map<string, string>();
  readonly #sections = new Map<string, ReadonlyMap<string, string>>();

  /** @param read reads a page of the documentation by its path in `docs/`; `undefined` if there is none */
  constructor(private readonly read: (page: string) => string | undefined) {}

  /** The purpose of an element: the first paragraph of its page, or its row in the list. */
  element(name: string): string | undefined {
    const page = this.#action(name);
    if (page !== undefined) return firstParagraph(page);
    return this.#row(
      "language.md",
      (cell) => cell.includes(`<${name}`) && /[ />]/.test(after(cell, `<${name}`)),
    );
  }

  attribute(element: string, name: string): string | undefined {
    return this.#rowOf(this.#action(element), name) ?? general.get(name);
  }

  /** A property of the JSON that an element makes, or an option of requests. */
  property(element: string, name: string): string | undefined {
    const own = this.#rowOf(propertiesIn(this.#action(element)), name);
    return own ?? this.#rowOf(propertiesIn(this.#action("request")), name);
  }

  #action(name: string): string | undefined {
    return actions.has(name) ? this.#page(`language/actions/${name}.md`) : undefined;
  }

  function(name: string): string | undefined {
    const definition = functions.get(name);
    if (definition === undefined) return undefined;
    const page = this.#page(`language/functions/${pageNames.get(name) ?? name}.md`);
    const signature = signatureOn(page) ?? signatureOf(definition);
    const text =
      page === undefined
        ? undefined
        : firstParagraph(
            page.slice(page.lastIndexOf("```") < 0 ? 0 : page.indexOf("```", page.indexOf("```") + 3) + 3),
          );
    return [code(signature, ""), text].filter((part) => part !== undefined).join("\n\n");
  }

  /** A predefined variable. */
  variable(name: string): string | undefined {
    const row = this.#row("language/variables.md", (cell) => /[`/]/.test(after(cell, `$${name}`)));
    const section = [...this.#section("language/variables.md")].find(([head]) =>
      head.startsWith(`\`$${name}`),
    );
    return row ?? (section && firstParagraph(section[1]));
  }

  /** A command of templates, by its keyword. */
  command(keyword: string): string | undefined {
    const page = commandPages.get(keyword);
    const text = page === undefined ? undefined : this.#page(`language/templates/${page}.md`);
    const body = text?.slice(text.indexOf("```", text.indexOf("```") + 3) + 3);
    return body && `\`{{${keyword}}}\`\n\n${firstParagraph(body)}`;
  }

  /** An extension of API descriptions. */
  extension(key: string): string | undefined {
    const canonical = key.replace(/^x-flat/, "x-flow");
    return this.#row("language.md", (cell) => cell.includes(`\`${canonical}\``));
  }

  #rowOf(section: string | undefined, name: string): string | undefined {
    const line = section?.split("\n").find((row) => row.startsWith(`| \`${name}\` |`));
    return line && cells(line).slice(1).join(" — ");
  }

  /** The last cell of the first row whose first cell is meant. */
  #row(page: string, isMeant: (cell: string) => boolean): string | undefined {
    const rows = this.#page(page)?.split("\n") ?? [];
    const line = rows.find((row) => row.startsWith("|") && isMeant(row.split("|", 2)[1] ?? ""));
    return line && cells(line).at(-1);
  }

  #page(path: string): string | undefined {
    const known = this.#pages.get(path) ?? this.read(path);
    if (known !== undefined) this.#pages.set(path, known);
    return known;
  }

  /** The text below each heading of a page. */
  #section(page: string): ReadonlyMap<string, string> {
    const known = this.#sections.get(page);
    if (known !== undefined) return known;
    const sections = new Map<string, string>();
    for (const part of (this.#page(page) ?? "").split(/^#{2,3} /m).slice(1)) {
      const end = part.indexOf("\n");
      sections.set(part.slice(0, end).trim(), part.slice(end + 1));
    }
    this.#sections.set(page, sections);
    return sections;
  }
}

/** The part of a section about JSON: attributes come before it, and may have the same names. */
const propertiesIn = (section: string | undefined): string | undefined =>
  section?.slice(Math.max(0, section.indexOf("| Property |")));

/** Attributes that mean the same wherever they stand. */
const general: ReadonlyMap<string, string> = new Map([
  ["if", "A condition: an XPath expression, read as a boolean."],
  ["test", "A condition: an XPath expression, read as a boolean."],
  ["debug", "Topics for debugging, separated by commas."],
  ["in", "The location to read. Default: the main content."],
  ["out", "The location to write. Default: the main content."],
  ["src", "A file, relative to the flow file."],
]);

/** Functions that share the page of another one. */
const pageNames: ReadonlyMap<string, string> = new Map([
  ["url-encode", "urlencode"],
  ["url-decode", "urldecode"],
]);

const { values, signs, blocks } = commands;

const commandPages: ReadonlyMap<string, string> = new Map([
  ...["elseif", "else", "end"].map((word) => [word, "if"] as const),
  ...blocks.map(({ name, page }) => [name, page] as const),
  ...[...values, ...signs].map(({ sign, page }) => [sign, page] as const),
  ["//", "comment"],
  ["??", "null-coalescing"],
]);

export const code = (text: string, language: string): string => {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
};

const longestRun = (text: string): number =>
  Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

const cells = (line: string): readonly string[] =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => plain(cell.trim()));

/** The character behind a word in a text; empty if it does not have the word. */
function after(text: string, word: string): string {
  const at = text.indexOf(word);
  return at < 0 ? "" : text.charAt(at + word.length);
}

/** The first paragraph of a text that is no table, heading or comment. */
function firstParagraph(text: string): string {
  const paragraphs = text.trim().split(/\n\s*\n/);
  return plain(paragraphs.find((one) => !/^[|#<`]/.test(one)) ?? "");
}

/** Links lead to pages that an editor does not have. */
const plain = (text: string): string =>
  text
    .replaceAll(/\[([^\][]*)\]\([^()]*\)/g, "$1")
    .replaceAll(/\s*\n\s*/g, " ")
    .trim();

function signatureOn(page: string | undefined): string | undefined {
  const [, block] = page?.split("```", 2) ?? [];
  return block?.trim();
}

/** `string concat(string, string…)`. */
export function signatureOf({ name, parameters, returns }: FunctionDefinition): string {
  return `${typeName(returns)} ${name}(${parameters.map(parameterText).join(", ")})`;
}

export const parameterText = ({ type, occurs }: Parameter): string =>
  `${typeName(type)}${occurs === "optional" ? "?" : occurs === "repeated" ? "…" : ""}`;

/** Types as XPath names them. */
export const typeName = (type: FunctionDefinition["returns"]): string =>
  type === "nodes" ? "node-set" : type === "any" ? "any value" : type;
