import { $, call, quote } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type {
  CallGenerator,
  ContentRead,
  FunctionChecker,
  KnownDocument,
} from "../../language/function-definition.js";
import { type Place, placeOf } from "../../source/place.js";
import type { Span } from "../../source/source-text.js";
import type { FunctionCall } from "../../syntax/xpath.js";

/** The place that the first argument of a call names, where it is constant. */
type Location = Place & {
  readonly span: Span;
  /** As it is in the flow. */
  readonly written: string;
};

export type FileLocation = Extract<Location, { kind: "file" }>;

/** `undefined` where it is known at run time only. */
export function locationOf({ arguments: [argument] }: FunctionCall): Location | undefined {
  if (argument?.kind !== "literal") return undefined;
  const { span, value: written } = argument;
  return { ...placeOf(written, span.source.path), span, written };
}

/** The location, if the function can read it; anything else is reported. */
export function checkLocation(
  expression: FunctionCall,
  { reporter }: FunctionChecker,
  readable: readonly Place["kind"][],
): Location | undefined {
  const { name, arguments: args } = expression;
  const location = locationOf(expression);
  if (location === undefined) reporter.report(args[0]?.span, "filePathNotConstant", { name });
  else if (location.kind === "outside")
    reporter.report(location.span, "fileOutside", { path: location.written });
  else if (readable.includes(location.kind)) return location;
  else reporter.report(location.span, "fileLocation", { name, path: location.written });
  return undefined;
}

/** The content that the location in a call names. */
export function locatedContent(expression: FunctionCall): ContentRead | undefined {
  const location = locationOf(expression);
  return location?.kind === "content" ? { id: location.id, as: "root" } : undefined;
}

/** The document in the file that a call names. */
export function locatedFile(expression: FunctionCall, known: KnownDocument): KnownDocument | undefined {
  const location = locationOf(expression);
  return location?.kind === "file" ? { ...known, file: location.path } : undefined;
}

/** The document that a call makes of its first argument. */
export const parsedDocument =
  (known: KnownDocument) =>
  ({ arguments: [text] }: FunctionCall): KnownDocument =>
    text?.kind === "literal" ? { ...known, text: text.value } : known;

/** The arguments of helpers that look at content. */
export const contentArguments = (id: string): readonly Doc[] => (id === "" ? [$] : [$, quote(id)]);

/** Stands for a document that the build has warned of. */
export const noDocument = (expression: FunctionCall, generator: CallGenerator): Doc =>
  call(generator.use("noDocument"), [
    $,
    quote(expression.name),
    quote(locationOf(expression)?.written ?? ""),
  ]);
