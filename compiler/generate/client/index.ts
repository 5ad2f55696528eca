import type { JsonObject } from "../../../runtime/data/model/values.js";
import { array, code, entry, join, object, property, quote } from "../../code/code.js";
import { commentText, type Doc, hardline } from "../../code/doc.js";
import { literal } from "../../code/literal.js";
import { printDoc } from "../../code/print-doc.js";
import { withChecksum } from "./checksum.js";
import { clientSource } from "./client-source.js";
import { memberOf, textOf } from "./json.js";
import { braces, methods, type Operation, operationsOf } from "./operations.js";
import { SchemaTypes } from "./schema-types.js";
import { assigned, documented } from "./type-docs.js";

/**
 * A module with the types of all operations of a document, and a client for them. It stands for itself, and is the same
 * for the same document.
 * @param basePath what a client puts before paths if it is not told another URL
 */
export function clientModule(document: JsonObject, basePath: string): string {
  const types = new SchemaTypes(memberOf(memberOf(document, "components"), "schemas"));
  const operations = operationsOf(document, types);
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
  const title = commentText(textOf(memberOf(document, "info"), "title") ?? "");
  return withChecksum(
    `// The API "${title}": types of its operations, and a client for them. Made by \`flowc types\`.`,
    rest,
  );
}

function operationTypes(operations: readonly Operation[], known: readonly string[]): Doc {
  const groups = known.map((method) => {
    const own = operations.filter((operation) => operation.method === method);
    return code`${property(method)}: ${braces(join(hardline, own.map(operationType)))};`;
  });
  const all = groups.length === 0 ? code`{}` : braces(join(hardline, groups));
  return documented(
    "What operations take and answer, by their methods and paths.",
    code`export interface Operations ${all}`,
  );
}

function operationType({ path, docs, request, response }: Operation): Doc {
  const members = [code`request:${assigned(request)};`, code`response:${assigned(response)};`];
  return documented(docs, code`${property(path)}: ${braces(join(hardline, members))};`);
}

function factsOf(operations: readonly Operation[]): Doc {
  const known = operations.filter(({ facts }) => facts.type !== undefined || facts.styles.length > 0);
  return array(
    known.map(({ method, path, facts: { type, styles } }) =>
      array([
        quote(`${method} ${path}`),
        object([
          ...(type === undefined ? [] : [entry("type", quote(type))]),
          ...(styles.length === 0 ? [] : [entry("styles", literal(styles))]),
        ]),
      ]),
    ),
  );
}
