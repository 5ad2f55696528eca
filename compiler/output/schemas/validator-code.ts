import type { Ajv, Code, ValidateFunction } from "ajv";
import type { UsedScopeValues, ValueScopeName } from "ajv/dist/compile/codegen/scope.js";

/**
 * Prints validators, each function once, and exports some of them. Ajv's own printer writes a function twice
 * if it is exported and also used by a schema that contains itself.
 * @param exported the keys of schemas, by the names of their exports
 * @param nil Ajv's empty code
 * @param guarded returns the code that guards a pattern against long texts
 */
export function validatorCode(
  ajv: Ajv,
  exported: ReadonlyMap<string, string>,
  nil: Code,
  guarded: (pattern: RegExp) => Code | undefined,
): string {
  const printer = new ValidatorPrinter(ajv, nil, guarded);
  for (const [name, key] of exported) printer.export(name, key);
  return indented(printer.code());
}

/** Objects of many properties nest as deep; that must not make a megabyte of blanks. */
const maxDepth = 12;

/** The code with each block further to the right. A line of Ajv's ends with a brace only where a block opens. */
export function indented(code: string): string {
  let depth = 0;
  const rows = code.split("\n").map((row) => {
    if (row.startsWith("}")) depth--;
    const blanks = row === "" ? "" : "  ".repeat(Math.min(depth, maxDepth));
    if (row.endsWith("{")) depth++;
    return `${blanks}${row}`;
  });
  return rows.join("\n").replace(/\n{3,}/g, "\n\n");
}

class ValidatorPrinter {
  readonly #pieces: string[] = [];
  /** The local name of each export. */
  readonly #exports = new Map<string, string>();
  #hasHolders = false;
  readonly #printed = new Set<string>();
  /** Ajv records here which constants it has written. */
  readonly #used: UsedScopeValues = {};

  constructor(
    private readonly ajv: Ajv,
    private readonly nil: Code,
    private readonly guarded: (pattern: RegExp) => Code | undefined,
  ) {}

  export(name: string, key: string): void {
    const validate = this.ajv.getSchema(key);
    if (validate?.source === undefined) throw new Error(`There is no schema ${key}.`);
    this.#function(validate);
    this.#exports.set(name, String(validate.source.validateName));
  }

  /**
   * The printed code. Only schemas that contain themselves have holders, and only they can check a value
   * twice: so only they need `known`.
   */
  code(): string {
    const exports = [...this.#exports].map(([name, validator]) => {
      const check = this.#hasHolders ? `known.check(${validator})` : validator;
      return `export const ${name} = ${check};\n`;
    });
    const head = this.#hasHolders ? ["const known = verdicts();"] : [];
    return [...head, ...this.#pieces, ...exports].join("\n");
  }

  #function({ source }: Pick<ValidateFunction, "source">): void {
    if (source === undefined) throw new Error("Ajv kept no code.");
    const { validateName, validateCode, scopeValues, evaluated } = source;
    if (this.#printed.has(String(validateName))) return;
    this.#printed.add(String(validateName));
    for (const { value } of scopeValues.pattern ?? [])
      if (value?.ref instanceof RegExp) value.code = this.guarded(value.ref) ?? value.code;
    const constants = this.ajv.scope.scopeCode(scopeValues, this.#used, (value) => this.#value(value));
    this.#pieces.push(String(constants), validateCode);
    if (evaluated !== undefined) this.#pieces.push(`${validateName}.evaluated = ${evaluated};`);
  }

  /**
   * The code of a value that is not a constant: the function of another schema, or an object that holds this
   * function if it does not exist yet.
   */
  #value({ prefix, value, str }: ValueScopeName): Code | undefined {
    if (prefix === "validate" && isValidator(value?.ref)) {
      this.#function(value.ref);
      return this.nil;
    }
    if ((prefix !== "root" && prefix !== "wrapper") || !isHolder(value?.ref)) return undefined;
    this.#function(value.ref.validate);
    this.#hasHolders = true;
    this.#pieces.push(`const ${str} = {validate: known.once(${value.ref.validateName})};`);
    return this.nil;
  }
}

function isValidator(ref: unknown): ref is ValidateFunction {
  return typeof ref === "function" && "source" in ref;
}

interface Holder {
  readonly validate: ValidateFunction;
  readonly validateName: unknown;
}

function isHolder(ref: unknown): ref is Holder {
  return typeof ref === "object" && ref !== null && "validate" in ref && isValidator(ref.validate);
}
