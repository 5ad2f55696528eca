/** The JSON Schemas of traces and of recordings (draft 2020-12), from the types in runtime/observe/trace/. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ts as TypeScript } from "ts-morph";
import { repository } from "../support/project.js";
import { typeScript } from "../tools/type-script.js";

type Schema = Readonly<Record<string, unknown>>;

const ts = typeScript();

export const traceSchema = (): string =>
  schemaOf("format", "Traces of flowc: a trace, a list of them, or a line of a log", [
    ref("Trace"),
    { type: "array", items: ref("Trace") },
    ref("TraceLine"),
  ]);

export const recordingSchema = (): string =>
  schemaOf("recording", "A line of a recording of flowc", [
    ref("RecordedExchange"),
    ref("UnmatchedUpstream"),
  ]);

function schemaOf(module: string, title: string, anyOf: readonly Schema[]): string {
  const sources = ["exchange", module].map((name) => {
    const path = join(repository, `runtime/observe/trace/${name}.ts`);
    return ts.createSourceFile(path, readFileSync(path, "utf8"), ts.ScriptTarget.Latest, true);
  });
  const schema = {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title,
    anyOf,
    $defs: new Definitions(sources).schemas(),
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

const ref = (name: string): Schema => ({ $ref: `#/$defs/${name}` });

type Declaration = TypeScript.InterfaceDeclaration | TypeScript.TypeAliasDeclaration;

/** The declarations of the modules, by name. */
class Definitions {
  readonly #declared = new Map<string, Declaration>();
  readonly #constants = new Map<string, number>();

  constructor(sources: readonly TypeScript.SourceFile[]) {
    for (const source of sources) source.forEachChild((node) => this.#declare(node));
  }

  #declare(node: TypeScript.Node): void {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
      this.#declared.set(node.name.text, node);
    if (ts.isVariableStatement(node))
      for (const { name, initializer } of node.declarationList.declarations)
        if (initializer !== undefined) this.#constants.set(name.getText(), Number(initializer.getText()));
  }

  schemas(): Readonly<Record<string, Schema>> {
    // Types that others only extend are in them.
    const bases = new Set([...this.#declared.values()].flatMap((node) => basesOf(node)));
    const own = [...this.#declared].filter(([name]) => !bases.has(name));
    return Object.fromEntries(
      own.map(([name, node]) => [name, { ...described(node), ...this.#schema(node) }]),
    );
  }

  #schema(node: Declaration): Schema {
    return ts.isInterfaceDeclaration(node) ? this.#object(this.#members(node)) : this.#type(node.type);
  }

  #members(node: TypeScript.InterfaceDeclaration): readonly TypeScript.PropertySignature[] {
    const inherited = basesOf(node).flatMap((name) => {
      const base = this.#declared.get(name);
      return base !== undefined && ts.isInterfaceDeclaration(base) ? this.#members(base) : [];
    });
    const own = node.members.map((member) => {
      if (!ts.isPropertySignature(member)) throw new Error(`A trace has no ${member.getText()}.`);
      return member;
    });
    const names = new Set(own.map(nameOf));
    return [...inherited.filter((member) => !names.has(nameOf(member))), ...own];
  }

  #object(members: readonly TypeScript.PropertySignature[]): Schema {
    const required = members.filter(isRequired).map(nameOf);
    return {
      type: "object",
      required,
      properties: Object.fromEntries(
        members.map((member) => [nameOf(member), { ...described(member), ...this.#type(typeOf(member)) }]),
      ),
    };
  }

  #type(node: TypeScript.TypeNode): Schema {
    if (ts.isParenthesizedTypeNode(node)) return this.#type(node.type);
    if (ts.isTypeOperatorNode(node)) return this.#type(node.type); // readonly
    if (ts.isArrayTypeNode(node)) return { type: "array", items: this.#type(node.elementType) };
    if (ts.isNamedTupleMember(node)) return this.#type(node.type);
    if (ts.isTupleTypeNode(node)) {
      const { length } = node.elements;
      const prefixItems = node.elements.map((element) => this.#type(element));
      return { type: "array", prefixItems, minItems: length, maxItems: length };
    }
    if (ts.isUnionTypeNode(node)) return this.#union(node.types.filter((each) => !isUndefined(each)));
    if (ts.isIntersectionTypeNode(node)) return { allOf: node.types.map((each) => this.#type(each)) };
    if (ts.isLiteralTypeNode(node)) return { const: JSON.parse(node.getText()) };
    if (ts.isTypeQueryNode(node)) return { const: this.#constants.get(node.exprName.getText()) };
    if (ts.isTypeReferenceNode(node)) return this.#reference(node);
    return { type: plainType(node) };
  }

  #reference(node: TypeScript.TypeReferenceNode): Schema {
    const name = node.typeName.getText();
    const [first, second] = node.typeArguments ?? [];
    if (name === "Readonly" && first !== undefined) return this.#type(first);
    if (name === "Record" && second !== undefined)
      return {
        type: "object",
        propertyNames: { pattern: "^\\d+$" },
        additionalProperties: this.#type(second),
      };
    if (!this.#declared.has(name)) throw new Error(`${name} is no type of a trace.`);
    return ref(name);
  }

  #union(types: readonly TypeScript.TypeNode[]): Schema {
    const [only, another] = types;
    if (only !== undefined && another === undefined) return this.#type(only);
    if (types.every(ts.isLiteralTypeNode)) return { enum: types.map((each) => JSON.parse(each.getText())) };
    // All others are objects whose kinds differ.
    return {
      type: "object",
      discriminator: { propertyName: "kind" },
      oneOf: types.flatMap((each) => this.#alternatives(each)),
    };
  }

  #alternatives(node: TypeScript.TypeNode): readonly Schema[] {
    const declared = this.#declared.get(node.getText());
    if (declared !== undefined && ts.isTypeAliasDeclaration(declared) && ts.isUnionTypeNode(declared.type))
      return declared.type.types.flatMap((each) => this.#alternatives(each));
    return [this.#type(node)];
  }
}

function basesOf(node: Declaration): readonly string[] {
  if (!ts.isInterfaceDeclaration(node)) return [];
  return (node.heritageClauses ?? []).flatMap(({ types }) =>
    types.map(({ expression }) => expression.getText()),
  );
}

const nameOf = (member: TypeScript.PropertySignature): string => member.name.getText();

function typeOf(member: TypeScript.PropertySignature): TypeScript.TypeNode {
  if (member.type === undefined) throw new Error(`${nameOf(member)} has no type.`);
  return member.type;
}

/** JSON has no undefined: such a member is left out. */
function isRequired(member: TypeScript.PropertySignature): boolean {
  const type = typeOf(member);
  return member.questionToken === undefined && !(ts.isUnionTypeNode(type) && type.types.some(isUndefined));
}

const isUndefined = ({ kind }: TypeScript.TypeNode): boolean => kind === ts.SyntaxKind.UndefinedKeyword;

function plainType(node: TypeScript.TypeNode): string {
  const text = node.getText();
  if (!["string", "number", "boolean"].includes(text)) throw new Error(`${text} is in no trace.`);
  return text;
}

function described(node: TypeScript.Node): Schema {
  const text = ts
    .getJSDocCommentsAndTags(node)
    .filter(ts.isJSDoc)
    .slice(-1) // the first declaration has the comment of its module, too
    .map(({ comment }) => ts.getTextOfJSDocComment(comment))
    .join(" ");
  const plain = text.replaceAll(/\s+/g, " ").replaceAll("`undefined`", "missing");
  return text === "" ? {} : { description: plain.charAt(0).toUpperCase() + plain.slice(1) };
}
