import { $, call, code, flowVariable, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionGenerator } from "../../language/action-definition.js";
import type { FileSet } from "../../source/files.js";
import type { AttributeTemplate } from "../../syntax/attribute-template.js";
import type { ComputedFile, Input, Output, Source } from "../../syntax/location.js";
import { asString, asValue } from "../xpath/conversions.js";
import type { Scope } from "../xpath/scope.js";

/** The generator of code for locations. */
interface Generator extends Pick<ActionGenerator, "use" | "asset"> {
  /** For expressions that stand in the flow itself. */
  readonly scope: Scope;
  /** The value that a module of its own exports for the files of a set, by path. */
  fileSet(files: FileSet): Doc;
}

/** Content for an action that cannot do without: at run time it is logged that there is none. */
export function sourceContent(source: Source, action: string, generator: Generator): Doc {
  const content = contentOf(source, action, generator);
  const location = writtenLocation(source);
  if (location === undefined) return content;
  return call(generator.use("present"), [$, quote(action), quote(location), content]);
}

/** How a location that may be empty is called in a message. */
function writtenLocation(source: Source): string | undefined {
  switch (source.kind) {
    case "content":
      return source.id ? `fit://request/content/${source.id}` : "fit://request/content";
    case "storage":
      return `fit://request/${source.name}`;
    case "body":
      return "fit://request/request/body";
    case "computed-content":
      return "the content";
    case "expression":
      return source.expression.kind === "variable" ? `$${source.expression.name}` : "the value";
    default:
      return undefined;
  }
}

function contentOf(source: Source, action: string, generator: Generator): Doc {
  const { use, scope } = generator;
  switch (source.kind) {
    case "content":
      return call(use("contentInput"), [$, ...idArgument(source.id)]);
    case "computed-content":
      return call(use("contentInput"), [$, attributeText(source.id, scope)]);
    case "storage":
      return call(use("storageInput"), [$, quote(source.name)]);
    case "body":
      return call(use("bodyInput"), [$]);
    case "empty":
      return use("emptyInput");
    case "file":
      return generator.asset(source.path, "file");
    case "computed-file":
      return computedFile(source, action, generator);
    case "expression":
      return source.expression.kind === "variable"
        ? call(use("variableInput"), [$, quote(source.expression.name)])
        : call(use("valueInput"), [asValue(source.expression, scope).doc]);
    default:
      return source satisfies never;
  }
}

const idArgument = (id: string | undefined): readonly Doc[] => (id ? [quote(id)] : []);

const computedFile = ({ files, from, location }: ComputedFile, action: string, generator: Generator): Doc =>
  call(generator.use("fileInput"), [
    $,
    quote(action),
    generator.fileSet(files),
    quote(from),
    attributeText(location, generator.scope),
  ]);

/** The document at a location, or what a variable holds: what a template works on. */
export function inputDocument(input: Input, generator: Generator): Doc {
  const { use } = generator;
  switch (input.kind) {
    case "none":
      return code`undefined`;
    case "expression":
      return asValue(input.expression, generator.scope).doc;
    case "content":
      return call(use("content"), [$, ...idArgument(input.id)]);
    case "computed-content":
      return call(use("content"), [$, attributeText(input.id, generator.scope)]);
    default:
      return call(use("documentOf"), [$, contentOf(input, "template", generator)]);
  }
}

/** The same, or the text of what is no document. */
export function inputTree(input: Input, action: string, generator: Generator): Doc {
  if (input.kind === "none" || input.kind === "expression") return inputDocument(input, generator);
  return call(generator.use("documentOrText"), [$, contentOf(input, action, generator)]);
}

/** The statement that writes content to a location; in a variable it is a text if `asText` says so. */
export function writeStatement(
  output: Output,
  content: Doc,
  use: ActionGenerator["use"],
  asText: boolean,
): Doc {
  switch (output.kind) {
    case "content":
      return statement(call(use("writeContent"), [$, content, ...idArgument(output.id)]));
    case "storage":
      return statement(call(use("writeStorage"), [$, quote(output.name), content]));
    case "variable": {
      const { name } = output.variable;
      const value = call(use(asText ? "contentText" : "contentValue"), [$, quote(name), content]);
      return statement(code`${flowVariable(name)} = ${value}`);
    }
    default:
      return output satisfies never;
  }
}

const statement = (doc: Doc): Doc => code`${doc};`;

/** The text of an attribute, as a string. */
export function attributeText({ parts }: AttributeTemplate, scope: Scope): Doc {
  const docs = parts.map((part) => (typeof part === "string" ? quote(part) : asString(part, scope).doc));
  const [first = quote("")] = docs;
  return docs.length > 1 ? call(scope.use("concat"), docs) : first;
}
