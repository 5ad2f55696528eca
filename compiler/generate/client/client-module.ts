import type { JsonObject } from "../../../runtime/data/model/values.js";
import { array, code, join, literal, property, quote } from "../../code/code.js";
import { commentText, type Doc, group, hardline, indent } from "../../code/doc.js";
import { printDoc } from "../../code/print-doc.js";
import { hash } from "../../source/hash.js";
import { clientSource } from "./client-source.js";
import { type Described, methods } from "./described.js";
import { operationsOf, type TypedOperation } from "./operations.js";
import { SchemaTypes } from "./schema-types.js";
import { assigned, documented } from "./type-docs.js";

/**
 * A module with the types of all operations of a document, and a client for them. It stands for itself, and is the same
 * for the same document.
 * @param document as `readDocument` makes it
 * @param basePath what a client puts before paths if it is not told another URL
 */
export function clientModule(document: JsonObject, basePath: string): string {
  const described: Described = document;
  const types = new SchemaTypes(described.components?.schemas);
  const operations = operationsOf(described, types);
  const known = methods.filter((method) => operations.some((operation) => operation.method === method));
  const docs = [
    operationTypes(operations, known),
    ...types.declarations(),
    code`const basePath = ${quote(basePath)};`,
    code`const methods: readonly string[] = ${array(known.map(quote))};`,
    documented(
      "What the client has to know of operations beside their paths.",
      code`const operations: ReadonlyMap<string, Facts> = new Map<string, Facts>(${factsOf(operations)});`,
    ),
  ];
  const rest = ["", ...docs.map((doc) => `${printDoc(doc).text}\n`), clientSource].join("\n");
  const title = commentText(described.info?.title ?? "");
  return `// The API "${title}": types of its operations, and a client for them. Made by \`flowc types\`.\n${start}${hash(rest)}\n${rest}`;
}

/** Before the checksum in the second line, which tells whether somebody has changed the text since. */
const start = "// Checksum: ";

/** The origin of a text: as flowc made it, in this version or another one; changed since; or somebody else's. */
export function originOf(text: string): "ours" | "edited" | "foreign" {
  const [, checksum = "", ...rest] = text.split("\n");
  if (!/^\/\/ Checksum: [0-9a-f]{64}$/.test(checksum)) return "foreign";
  return checksum === start + hash(rest.join("\n")) ? "ours" : "edited";
}

function operationTypes(operations: readonly TypedOperation[], known: readonly string[]): Doc {
  const groups = known.map((method) => {
    const made = operations.filter((operation) => operation.method === method);
    return code`${property(method)}: ${braces(made.map(operationType))};`;
  });
  return documented(
    "What operations take and answer, by their methods and paths.",
    code`export interface Operations ${groups.length === 0 ? code`{}` : braces(groups)}`,
  );
}

function operationType({ path, docs, request, response }: TypedOperation): Doc {
  const members = [code`request:${assigned(request)};`, code`response:${assigned(response)};`];
  return documented(docs, code`${property(path)}: ${braces(members)};`);
}

const braces = (members: readonly Doc[]): Doc =>
  group(code`{${indent(code`${hardline}${join(hardline, members)}`)}${hardline}}`);

const factsOf = (operations: readonly TypedOperation[]): Doc =>
  array(
    operations
      .filter(({ type, styles }) => type !== undefined || styles.length > 0)
      .map(({ method, path, type, styles }) =>
        literal([
          `${method} ${path}`,
          { ...(type !== undefined && { type }), ...(styles.length > 0 && { styles }) },
        ]),
      ),
  );
