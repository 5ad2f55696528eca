import type { Ajv, CodeKeywordDefinition, Options } from "ajv";
import type { Reporter } from "./diagnostics/reporter.js";
import { type CheckModule, referencedDefinition } from "./generate/schema-names.js";
import type { PrintedModule } from "./print.js";
import type { Dialect, JsonSchema } from "./syntax/contract.js";

/** Compiles the schemas of contracts to code, so that nothing is compiled at run time; reported where one is invalid. */
export async function compileSchemas(
  modules: readonly CheckModule[],
  reporter: Reporter,
): Promise<readonly PrintedModule[]> {
  const printed: PrintedModule[] = [];
  for (const module of modules) printed.push(...(await compileModule(module, reporter)));
  return printed;
}

/** Code in JavaScript, as Ajv writes it, and its declarations for TypeScript. */
async function compileModule(module: CheckModule, reporter: Reporter): Promise<readonly PrintedModule[]> {
  const { dialect, definitions } = module.definitions;
  const checker = await makeAjv(dialect);
  const ajv = await validatorCompiler(dialect);
  let isValid = true;
  const add = (name: string, { json, span }: JsonSchema) => {
    // Ajv takes the value as it is.
    const schema = json as Record<string, unknown>;
    if (checker.validateSchema(schema) === true) ajv.addSchema(schema, name);
    else {
      isValid = false;
      const [error] = checker.errors ?? [];
      const reason = `${error?.instancePath.replaceAll("/", " ").trim()} ${error?.message}`.trim();
      reporter.report(span, "schemaInvalid", { reason });
    }
  };
  for (const [name, schema] of definitions) add(name, schema);
  const exported: Record<string, string> = {};
  for (const [name, schema] of module.checks) {
    exported[name] = referencedDefinition(schema.json) ?? name;
    if (exported[name] === name) add(name, schema);
  }
  if (!isValid) return [];
  const { default: standalone } = await import("ajv/dist/standalone/index.js");
  const code = withImports(standalone.default(ajv, exported));
  const head = `// The schemas of ${module.source}, compiled by flowc and Ajv.\n`;
  return [
    { path: module.path, text: `${head}${code}`, mappings: [] },
    {
      path: module.path.replace(/\.js$/, ".d.ts"),
      text: `${head}${declarations([...module.checks.keys()])}`,
      mappings: [],
    },
  ];
}

async function makeAjv(dialect: Dialect, options?: Options): Promise<Ajv> {
  const common: Options = { strict: false, logger: false, validateSchema: false, ...options };
  return dialect === "draft-04"
    ? new (await import("ajv-draft-04")).default.default(common)
    : new (await import("ajv/dist/2020.js")).Ajv2020(common);
}

async function validatorCompiler(dialect: Dialect): Promise<Ajv> {
  const { _, Name } = await import("ajv");
  const { fullFormats } = await import("ajv-formats/dist/formats.js");
  const ajv = await makeAjv(dialect, {
    code: { source: true, esm: true, lines: true, formats: _`${new Name("formats")}` },
    formats: fullFormats,
    messages: false,
    inlineRefs: false,
    discriminator: true,
    // `constructor` is a property like any other.
    ownProperties: true,
    // 0.0075 is a multiple of 0.0001.
    multipleOfPrecision: 10,
  });
  const uniqueItems: CodeKeywordDefinition = {
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    code(cxt) {
      if (cxt.schema === true) cxt.fail(_`!${new Name("uniqueItems")}(${cxt.data})`);
    },
  };
  // Ajv's own compares each item with every other.
  return ajv.removeKeyword("uniqueItems").addKeyword(uniqueItems);
}

/** What Ajv's code calls, and what takes its place. */
const replacements: ReadonlyMap<string, string> = new Map([
  ['require("ajv/dist/runtime/ucs2length").default', "characterCount"],
  ['require("ajv/dist/runtime/equal").default', "equal"],
]);

const helpers = ["characterCount", "equal", "formats", "uniqueItems"];

/** No text of a schema can look like such a call: in a string literal, its quotes would have backslashes. */
function withImports(code: string): string {
  let text = code.replace(/^"use strict";\n/, "");
  for (const [call, helper] of replacements) text = text.replaceAll(call, helper);
  const used = helpers.filter((helper) => new RegExp(`\\b${helper}\\b`).test(text));
  const imports = used.length === 0 ? "" : `import { ${used.join(", ")} } from "flowc/runtime/validation";\n`;
  return `${imports}\n${text.trim()}\n`;
}

const declarations = (names: readonly string[]): string =>
  [
    'import type { SchemaCheck } from "flowc/runtime/validation";\n',
    ...names.map((name) => `export declare const ${name}: SchemaCheck;`),
    "",
  ].join("\n");
