import { nearest } from "../../../runtime/base/nearest.js";
import { parseNumber } from "../../../runtime/data/model/string-value.js";
import { type DecimalFormat, defaultDecimalFormat } from "../../../runtime/xslt/decimal-format.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Functions } from "../../language/language.js";
import type { Files } from "../../source/files.js";
import { MappedText, type SourceText } from "../../source/source-text.js";
import type {
  AttributeSet,
  Binding,
  Key,
  SpaceRule,
  StylesheetTree,
  Template,
} from "../../syntax/stylesheet.js";
import type { Expression } from "../../syntax/xpath.js";
import { checkAttributes, checkEmpty, checkSigns, checkWords } from "./checks.js";
import type { SheetDocument } from "./document.js";
import type { SheetElement } from "./element.js";
import { ExpressionReader } from "./expressions.js";
import { declarationNames } from "./grammar.js";
import { InstructionReader } from "./instructions.js";
import { type Declaration, declarationsOf } from "./modules.js";
import { expanded, split, wordsOf } from "./names.js";
import { OutputReader } from "./output.js";

/** Without what follows from the expressions. */
type ParsedTree = Omit<StylesheetTree, "documents" | "readsHtml">;

interface ParsedStylesheet {
  readonly tree: ParsedTree;
  /** All expressions, to be checked. */
  readonly expressions: readonly Expression[];
}

/** Reads an XSLT 1.0 stylesheet with all its modules. Returns `undefined` after reporting errors in its structure. */
export function parseStylesheet(
  main: SheetDocument,
  files: Files,
  functions: Functions,
  reporter: Reporter,
): ParsedStylesheet | undefined {
  const declarations = declarationsOf(main, files, reporter);
  if (declarations === undefined) return undefined;
  const expressions = new ExpressionReader(functions, reporter);
  const tree = new StylesheetReader(main.source, expressions, declarations).read();
  expressions.refuseMissing();
  return { tree, expressions: expressions.expressions };
}

/** Something that is declared, and with which precedence: only one of the highest precedence may have a name. */
interface Known {
  readonly precedence: number;
}

class StylesheetReader {
  readonly #instructions: InstructionReader;
  readonly #output: OutputReader;
  readonly #templates: Template[] = [];
  readonly #globals = new Map<string, Binding & Known>();
  readonly #keys: Key[] = [];
  readonly #sets = new Map<string, AttributeSet[]>();
  readonly #formats = new Map<string, ReturnType<typeof decimalFormat>>([["", defaultDecimalFormat]]);
  readonly #spaceRules: (SpaceRule & Known & { readonly rank: number })[] = [];
  readonly #named = new Map<string, number>();

  constructor(
    private readonly source: SourceText,
    private readonly expressions: ExpressionReader,
    private readonly declarations: readonly Declaration[],
  ) {
    this.#instructions = new InstructionReader(expressions, this.#aliases());
    this.#output = new OutputReader(expressions);
  }

  read(): ParsedTree {
    for (const declaration of this.declarations) this.#declaration(declaration);
    return {
      source: this.source,
      output: this.#output.properties,
      templates: this.#templates,
      globals: this.#globals,
      keys: this.#keys,
      attributeSets: this.#sets,
      decimalFormats: this.#formats,
      spaceRules: this.#spaceRules
        .sort((left, right) => right.precedence - left.precedence || right.rank - left.rank)
        .map(({ test, strips }) => ({ test, strips })),
    };
  }

  #declaration(declaration: Declaration): void {
    const { element } = declaration;
    if (!element.isInstruction) {
      this.#other(declaration);
      return;
    }
    checkAttributes(element, this.#refuse);
    for (const child of element.children()) {
      if (child instanceof MappedText && isEmpty.has(element.local))
        this.#refuse(child.span(0, child.text.length), `<${element.element.name}> holds no text.`);
    }
    checkEmpty(element, this.expressions.reporter);
    switch (element.local) {
      case "template":
        this.#template(declaration);
        break;
      case "variable":
      case "param":
        this.#global(declaration);
        break;
      case "key":
        this.#key(element);
        break;
      case "attribute-set":
        this.#attributeSet(element);
        break;
      case "output":
        this.#output.add(declaration);
        break;
      case "decimal-format":
        this.#decimalFormat(element);
        break;
      case "strip-space":
      case "preserve-space":
        this.#space(declaration);
        break;
      case "namespace-alias":
        for (const name of ["stylesheet-prefix", "result-prefix"])
          checkWords(element, element.attribute(name), "prefixes", this.expressions.reporter);
        break;
      default:
        if (!element.isForwards) this.#unknown(element);
    }
  }

  /** The root of a simplified stylesheet, or data of somebody else. */
  #other({ element, precedence, importedFrom, isRoot }: Declaration): void {
    if (isRoot) {
      this.#templates.push({
        span: element.span,
        match: "/",
        patterns: [{ span: element.span, start: "root", steps: [], priority: 0.5 }],
        name: undefined,
        mode: undefined,
        priority: undefined,
        precedence,
        importedFrom,
        parameters: [],
        content: this.#instructions.content([element]),
      });
    } else if (element.namespaceUri === "") {
      this.#refuse(element.span, `<${element.element.name}> cannot stand here: it is in no namespace.`);
    }
  }

  #template({ element, precedence, importedFrom }: Declaration): void {
    const match = element.attribute("match");
    const name = this.#name(element, "name");
    const priority = element.attribute("priority");
    if (match === undefined && name === undefined)
      this.#refuse(element.span, "<xsl:template> needs the attribute match or the attribute name.");
    if (match === undefined && element.attribute("mode") !== undefined)
      this.#refuse(element.span, "<xsl:template> has a mode only with the attribute match.");
    if (priority !== undefined && Number.isNaN(parseNumber(priority.value.text)))
      this.#refuse(priority.nameSpan, "the priority of a template is a number.");
    if (name !== undefined) {
      if (this.#named.get(name) === precedence)
        this.#refuse(element.span, `there are two templates with the name ${name}.`);
      this.#named.set(name, precedence);
    }
    const { parameters, content } = this.#instructions.template(element);
    this.#templates.push({
      span: element.span,
      match: match?.value.text.trim().replace(/\s+/g, " "),
      patterns: match === undefined ? [] : this.expressions.patterns(match.value, element),
      name,
      mode: this.#name(element, "mode"),
      priority: priority && Number(priority.value.text),
      precedence,
      importedFrom,
      parameters,
      content,
    });
  }

  #global({ element, precedence }: Declaration): void {
    const binding = this.#instructions.binding(element);
    const known = this.#globals.get(binding.name);
    if (known?.precedence === precedence)
      this.#refuse(element.span, `there are two global variables with the name ${binding.name}.`);
    this.#globals.set(binding.name, { ...binding, precedence });
  }

  #key(element: SheetElement): void {
    const match = element.attribute("match");
    const use = element.attribute("use");
    if (match === undefined || use === undefined) return;
    const expression = this.expressions.expression(use.value, element);
    if (expression === undefined) return;
    this.#keys.push({
      span: element.span,
      name: this.#name(element, "name") ?? "",
      patterns: this.expressions.patterns(match.value, element),
      use: expression,
    });
  }

  #attributeSet(element: SheetElement): void {
    const name = this.#name(element, "name");
    if (name === undefined) return;
    const set: AttributeSet = {
      span: element.span,
      uses: this.#instructions.sets(element, element.attribute("use-attribute-sets")),
      content: this.#instructions.content(element.children()),
    };
    this.#sets.set(name, [...(this.#sets.get(name) ?? []), set]);
  }

  #decimalFormat(element: SheetElement): void {
    checkSigns(element, this.expressions.reporter);
    this.#formats.set(this.#name(element, "name") ?? "", decimalFormat(element));
  }

  #space({ element, precedence }: Declaration): void {
    const elements = element.attribute("elements");
    checkWords(element, elements, "tests", this.expressions.reporter);
    for (const word of wordsOf(elements?.value.text ?? "")) {
      const [prefix, local] = split(word);
      const uri = prefix === "" ? "" : (element.scope.get(prefix) ?? "");
      const test = expanded(uri, local);
      const rank = test === "*" ? 0 : local === "*" ? 1 : 2;
      this.#spaceRules.push({ test, strips: element.local === "strip-space", precedence, rank });
    }
  }

  #unknown(element: SheetElement): void {
    const { name } = element.element;
    const near = nearest(element.local, [...declarationNames]);
    const hint = near === undefined ? "" : ` Did you mean ${name.replace(element.local, near)}?`;
    this.#refuse(element.span, `<${name}> cannot stand at the top level of a stylesheet.${hint}`);
  }

  /** The namespaces that others stand for (§7.1.1). */
  #aliases(): ReadonlyMap<string, string> {
    const aliases = new Map<string, string>();
    for (const { element } of this.declarations) {
      if (!element.isInstruction || element.local !== "namespace-alias") continue;
      const uriOf = (attribute: string) => {
        const prefix = element.attribute(attribute)?.value.text.trim() ?? "";
        return element.scope.get(prefix === "#default" ? "" : prefix) ?? "";
      };
      aliases.set(uriOf("stylesheet-prefix"), uriOf("result-prefix"));
    }
    return aliases;
  }

  #name(element: SheetElement, attribute: string): string | undefined {
    const found = element.attribute(attribute);
    return found && this.expressions.name(found.value, element);
  }

  readonly #refuse = (span: SheetElement["span"], reason: string): void =>
    this.expressions.refuse(span, reason);
}

/** Declarations without content. */
const isEmpty: ReadonlySet<string> = new Set([
  "strip-space",
  "preserve-space",
  "output",
  "key",
  "decimal-format",
  "namespace-alias",
  "attribute-set",
]);

/** `xsl:decimal-format` */
export function decimalFormat(element: SheetElement): DecimalFormat {
  const format: Record<string, string> = { ...defaultDecimalFormat };
  for (const name of Object.keys(defaultDecimalFormat)) {
    const attribute = name === "nan" ? "NaN" : name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const value = element.attribute(attribute)?.value.text;
    if (value !== undefined) format[name] = value;
  }
  return format as unknown as DecimalFormat;
}
