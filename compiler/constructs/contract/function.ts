import type { Doc } from "../../code/doc.js";
import type { Helper } from "../../code/helpers.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Files } from "../../source/files.js";
import type { StaticType } from "../../syntax/static-type.js";
import type { Expression, FunctionCall } from "../../syntax/xpath.js";
import type { AssetKind } from "./asset-kind.js";
import type { PlatformPart } from "./platform-part.js";

/** A function that expressions can call, and the code that a call becomes. */
export type FunctionDefinition = FunctionFacts & (HelperCall | OwnCode | OfJavaScript);

interface FunctionFacts {
  readonly name: string;
  /** Flows do not have it. */
  readonly isOfStylesheets?: true;
  /** What a call depends on beside its arguments. */
  readonly reads: FunctionReads;
  readonly parameters: readonly Parameter[];
  readonly returns: StaticType;
  /** Its value, whatever the call. */
  readonly value?: boolean;
  /** It is the conversion of its argument to the type that it returns (XPath 1.0 §4). */
  readonly converts?: true;
  /** It is the logical negation of its argument. */
  readonly negates?: true;
  /** It is this part of the focus (XPath 1.0 §1). */
  readonly focus?: "position" | "last";
  /** It asks for more of a node than its content: its name, say. */
  readonly needsNode?: true;
  /** Without arguments, it is the name of the context node, as written or without its prefix. */
  readonly tellsName?: "qualified" | "local";
  /** It yields whole numbers from this one on. */
  readonly yieldsFrom?: number;
  /** It calculates with the values of the nodes that it takes. */
  readonly adds?: true;
  /** It tells how many nodes it gets. */
  readonly counts?: true;
  /** It yields a part of a text, of the length that its third argument says. */
  readonly cutsText?: true;
  /** It yields elements that hold the parts of a text. */
  readonly partsText?: true;
  /** What is true of every text that it yields. */
  readonly yieldsText?: TextForm;
  /** What becomes of the text of its arguments: joined, as it is, percent-encoded, or in parts. */
  readonly keepsText?: "joined" | "same" | "encoded" | "partly";
  /** It tells something of a text, as flows do to refuse what they do not want. */
  readonly examines?: true;
  /** The build knows the value of some calls, whose code is that value. */
  readonly isKnownByBuild?: true;
  /** The place of an argument that is a name, whose prefix means a namespace. */
  readonly nameArgument?: number;
  /** A pattern may start from the nodes that it finds by constant arguments (XSLT 1.0 §5.2). */
  readonly startsPatterns?: true;
  /** It tells whether there is an element or function of the name that is its argument. */
  readonly asksFor?: "element" | "function";
  /** It opens documents by their URIs. */
  readonly opensDocuments?: true;
  /** It stands for a function that there is not, whose name is its argument. */
  readonly standsForMissing?: true;
  /** It asks an upstream system, whose URL is the argument at this place. */
  readonly asksSystemAt?: number;
  /** What a platform needs to have for it. */
  readonly needs?: PlatformPart;
  /** It makes a document of its argument. */
  readonly parses?: "json" | "html";
  /** The number that it returns is never NaN or infinite. */
  readonly isFinite?: boolean;
  /** Its code is a promise: generated code waits for it where the call stands. */
  readonly awaits?: boolean;
  /** Without its last argument, the function uses the context node instead. */
  readonly contextDefault?: boolean;
  /** The content that a call reads. */
  contentRead?(call: FunctionCall): ContentRead | undefined;
  /** What can be said against a call before it runs, beside the number of its arguments. */
  check?(call: FunctionCall, checker: FunctionChecker): void;
  /** A call reads the body of the client's request, which is waited for before the flow runs. */
  readsBody?(call: FunctionCall): boolean;
  /** The place of the argument that is an expression where it is constant: `embedded` of the call. */
  readonly embeds?: number;
}

/** A form that texts have. */
export interface TextForm {
  /** In words: `in lower case`. */
  readonly why: string;
  readonly has: (text: string) => boolean;
}

/** A call becomes one of a runtime helper, with the arguments converted to the types of the parameters. */
interface HelperCall {
  readonly helper: Helper;
  /** The helper takes the request's context first. */
  readonly needsRequest?: boolean;
  readonly generate?: undefined;
}

/** A call becomes more than that, or less. */
interface OwnCode {
  generate(call: FunctionCall, generator: CallGenerator): Doc;
  readonly helper?: undefined;
}

/** A call becomes what JavaScript has for it. */
type OfJavaScript = Required<
  | Pick<FunctionFacts, "value">
  | Pick<FunctionFacts, "converts">
  | Pick<FunctionFacts, "negates">
  | Pick<FunctionFacts, "focus">
> & { readonly helper?: undefined; readonly generate?: undefined };

/**
 * Nothing but the arguments; the focus of the expression; content; what a location in the first argument names; or
 * anything else: the request, the clock, another server.
 */
type FunctionReads = "arguments" | "focus" | "content" | "location" | "outside";

export interface ContentRead {
  /** Of the upstream request; empty for the main content, `undefined` if it is computed. */
  readonly id: string | undefined;
  readonly as: "document" | "root" | "text";
}

export interface Parameter {
  readonly type: StaticType;
  /** What is asked of the argument, if not its value: whether it is true, or whether there is anything. */
  readonly use?: "condition" | "presence";
  /** Left out, or repeated any number of times. */
  readonly occurs?: "optional" | "repeated";
}

export interface FunctionChecker {
  /** What the expression is a part of; a flow, where nothing is said. */
  readonly within?: "stylesheet";
  readonly reporter: Reporter;
  /** The flow directory. */
  readonly files: Files | undefined;
  /** What is known of the value of an argument. */
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
  /** What a module of its own exports for a file of the flow directory. */
  asset(path: string, kind: AssetKind): Doc;
  /** The flow directory. */
  readonly files: Files | undefined;
}
