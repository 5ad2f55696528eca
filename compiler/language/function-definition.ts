import type { Doc } from "../code/doc.js";
import type { Helper } from "../code/helpers.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Files } from "../source/files.js";
import type { StaticType } from "../syntax/static-type.js";
import type { Expression, FunctionCall } from "../syntax/xpath.js";

/** A function that expressions can call, and the code that a call becomes. */
export type FunctionDefinition = FunctionFacts & (HelperCall | OwnCode | OfJavaScript);

/** Only stylesheets have functions with a prefix. */
export function isOfStylesheets({ name }: Pick<FunctionDefinition, "name">): boolean {
  return name.includes(":");
}

/** The name of the placeholder for an unknown function of a stylesheet, whose argument is the unknown name. */
export const missingFunction = "xsl:missing";

interface FunctionFacts {
  /** With a prefix, flows do not have it. */
  readonly name: string;
  /** The state that a call depends on beside its arguments. */
  readonly reads: FunctionReads;
  readonly parameters: readonly Parameter[];
  readonly returns: StaticType;
  /** Its value, whatever the call. */
  readonly value?: boolean;
  readonly operation?: Operation;
  /** It asks for more of a node than its content. Some return its name, as written or without its prefix. */
  readonly needsNode?: true | "qualified" | "local";
  /** Returns the number of the nodes of its argument. */
  readonly counts?: true;
  /** Returns whole numbers that are not below this one. */
  readonly yieldsFrom?: number;
  /** How it passes on the text of its arguments: joined, as it is, percent-encoded, or in parts. */
  readonly keepsText?: "joined" | "same" | "encoded" | "partly";
  /** Tests a text, as flows do to refuse requests. */
  readonly examines?: true;
  /** Tests how a text begins: by another text, or by a regular expression that may say so. */
  readonly begins?: "text" | "pattern";
  /** The build knows the value of some calls, whose code is that value. */
  readonly isKnownByBuild?: true;
  /** The place of an argument that is a name, whose prefix means a namespace. */
  readonly nameArgument?: number;
  /** A pattern may start from the nodes that it finds by constant arguments (XSLT 1.0 §5.2). */
  readonly startsPatterns?: true;
  /** What the name is of: an element or a function, of which it tells whether there is one, or a declaration. */
  readonly asksFor?: "element" | "function" | "key" | "decimal format";
  /** It opens documents by their URIs. */
  readonly opensDocuments?: true;
  /** The part of a platform that it needs, to ask the system whose URL is its first argument. */
  readonly needs?: PlatformPart;
  /** It makes a document of its argument, or elements of its parts. */
  readonly parses?: "json" | "html" | "parts";
  /** The number that it returns is never NaN or infinite. */
  readonly isFinite?: boolean;
  /** Its code is a promise: generated code waits for it where the call stands. */
  readonly awaits?: boolean;
  /** Without its last argument, the function uses the context node instead. */
  readonly contextDefault?: boolean;
  /** The values that a call can have, if not any of its type. */
  domain?(call: FunctionCall): Domain | undefined;
  /** The content that a call reads. */
  contentRead?(call: FunctionCall): ContentRead | undefined;
  /** Each call returns another value. */
  readonly isNew?: true;
  /** It returns an array: with the items of its first argument, or with the nodes of it as items. */
  readonly arrayOf?: "items" | "nodes";
  /** The document that a call returns, as far as the build can read it. */
  knownDocument?(call: FunctionCall): KnownDocument | undefined;
  /** Reports mistakes in a call before it runs. The number of arguments is checked already. */
  check?(call: FunctionCall, checker: FunctionChecker): void;
  /** The place of the argument that is an expression where it is constant: `embedded` of the call. */
  readonly embeds?: number;
}

/** The conversion of the argument to the type that is returned (XPath 1.0 §4), its negation, or a part of the focus (§1). */
type Operation = "conversion" | "negation" | "position" | "last";

/** The possible values of an expression. */
export interface Domain {
  /** In words: `one of GET, POST`. */
  readonly why: string;
  /** All of them, where they can be listed. */
  readonly values: readonly string[];
  has(constant: string | number): boolean;
  /** So is every part of such a text. */
  readonly isOfParts?: true;
  /** The least and the greatest, of numbers. */
  readonly range?: readonly [number, number];
}

/** A call becomes one of a runtime helper, with the arguments converted to the types of the parameters. */
interface HelperCall {
  readonly helper: Helper;
  /** The helper takes the request's context first. */
  readonly needsRequest?: boolean;
  /** In place of nodes, the helper also takes an array, and the function for its items that `each` or `where` would get. */
  readonly takesItems?: "each" | "where";
  readonly generate?: undefined;
}

/** A call becomes other code, which the definition makes. */
interface OwnCode {
  generate(call: FunctionCall, generator: CallGenerator): Doc;
  readonly helper?: undefined;
}

/** A call becomes an operation of JavaScript. */
type OfJavaScript = Required<Pick<FunctionFacts, "value"> | Pick<FunctionFacts, "operation">> & {
  readonly helper?: undefined;
  readonly generate?: undefined;
};

/**
 * Nothing but the arguments; the focus of the expression; content; what a location in the first argument names; or
 * anything else: the request, the clock, another server.
 */
type FunctionReads = "arguments" | "focus" | "content" | "location" | "outside";

/** A document of a file, or of a text. Without either, only its kind is known. */
export interface KnownDocument {
  readonly syntax: "json" | "xml" | "html";
  readonly file?: string;
  readonly text?: string | undefined;
  /** The call returns the root element, and not the document. */
  readonly isRoot?: true;
  /** The members that there are beside those of flows. */
  readonly members?: readonly string[];
}

export interface ContentRead {
  /** Of the upstream request; empty for the main content, `undefined` if it is computed. */
  readonly id: string | undefined;
  readonly as: "document" | "root" | "text";
}

export type Parameter = {
  /** The question about the argument, if not its value: is it true, or is there anything? */
  readonly use?: "condition" | "presence";
  /** Left out, or repeated any number of times. */
  readonly occurs?: "optional" | "repeated";
} & (
  | { readonly type: "string" | "number"; readonly takes: Takes }
  | { readonly type: "boolean" | "nodes" | "any"; readonly takes?: Takes }
);

/**
 * What an argument may be whose value, or whose form, the build knows. `"checked"`: the function's own check reports it,
 * or what finds the name of its `nameArgument`. `"array"`: one JSON array. `"items"`: the items of arrays. `"one"`: a text, and no array.
 */
export type Takes = Constants | "anything" | "checked" | "array" | "items" | "one";

export interface Constants {
  /** In words, after "takes": `a number of seconds`. */
  readonly what: string;
  has(constant: string | number): boolean;
  /** It is looked for in the first argument. */
  readonly isPart?: true;
  /** The members of JSON that are points in time, in seconds since 1970, and of which some have to come yet. */
  readonly times?: ReadonlyMap<string, "past" | "to come">;
  /** What to write for a constant that it may not be. */
  instead?(constant: string | number): string | undefined;
}

export interface FunctionChecker {
  /** The language that contains the expression; flows by default. */
  readonly within?: "stylesheet";
  readonly reporter: Reporter;
  /** The flow directory. */
  readonly files: Files | undefined;
  /** The facts about the value of an argument. */
  typeOf(argument: Expression): StaticType;
}

/** Makes the code of arguments. */
export interface CallGenerator {
  /** Registers a runtime helper as imported. */
  use(helper: Helper): Doc;
  /** An argument, converted to the type. */
  argument(expression: Expression, type: StaticType): Doc;
  /** The nodes with their parents and identity. */
  nodes(expression: Expression): Doc;
  /** The same where the expression that is evaluated for each of them asks for that, and else what takes less. */
  nodesFor(expression: Expression, evaluated: Expression): Doc;
  /** The context node. */
  item(): Doc;
  /** In a stylesheet: the node that the template, or the loop around, is at. */
  current(): Doc;
  /** A function of an item, its position and the number of items that yields the expression's value. */
  callback(expression: Expression): Doc;
  /** Imports the data of a file of the flow directory, which has a module of its own. */
  asset(path: string, kind: AssetKind): Doc;
  /** The flow directory. */
  readonly files: Files | undefined;
}

/** The forms in which generated code takes files of the flow directory, or the paths that there are. */
export type AssetKind = "file" | "served" | "directory" | "json" | "shmt" | "xml" | "stylesheet" | "paths";

/** Parts of Node that other platforms may lack. */
export type PlatformPart =
  /** LDAP over connections of the app's own. */
  | "directories"
  /** Connections to upstream servers that request options are about. */
  | "connections"
  /** Responses in a cache that instances share: Redis, whose client is a file beside the bundle. */
  | "shared-cache"
  /** SaxonJS, which is a file beside the bundle, too. */
  | "later-stylesheets";

/** A type for which there is nothing to say of constants, or a parameter. */
type TypeOrParameter = "boolean" | "nodes" | "any" | Parameter;

const parameter = (type: TypeOrParameter): Parameter => (typeof type === "string" ? { type } : type);

export const of = (...types: TypeOrParameter[]): Parameter[] => types.map(parameter);

export const optional = (type: TypeOrParameter): Parameter => ({ ...parameter(type), occurs: "optional" });

export const repeated = (type: TypeOrParameter): Parameter => ({ ...parameter(type), occurs: "repeated" });

/** A text, or a text that a value is converted to. */
export const text: Parameter = { type: "string", takes: "anything" };

/** A text about which the function's own check has more to say. */
export const checked: Parameter = { type: "string", takes: "checked" };
