import { pathDetours } from "../../../runtime/upstream/plan/request-url.js";
import { requestsOf } from "../../constructs/actions/facts.js";
import { type UrlValue, urlsOf } from "../../constructs/options/urls.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import { oncePer } from "../../source/remembered.js";
import type { Action, Flow } from "../../syntax/flow.js";
import { isHandlerPath } from "../../syntax/handler.js";
import type { ApiDescription } from "../../syntax/openapi.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import { walkExpression } from "../../syntax/visit-expression.js";
import type { DataFlow } from "../data-flow/index.js";
import { flowExpressions } from "../flows/expressions.js";
import type { Slices, VariableNames } from "../slices/slices.js";
import { checkForms, checkQuery, checkTexts } from "./check-forms.js";
import { examinedValues, validatedValues } from "./checked-values.js";
import { type Judgement, judgePath, judgeUrl } from "./judge.js";
import { merged, type Piece, type Pieces } from "./pieces.js";
import { UrlTexts } from "./url-text.js";

interface Analysis {
  readonly dataFlow: DataFlow;
  /** The names of all variables, except those local to templates. */
  readonly variables: ReadonlySet<string>;
  readonly templates: ReadonlyMap<Template, TemplateFacts>;
  readonly slices: Slices;
}

/**
 * Finds URLs of upstream requests in which text from the client decides more than it should. Returns how many
 * detours the flows themselves write in the URL of each action (see `runtime/upstream/plan/request-url.ts`).
 * Actions without any are not listed.
 * @param examined what all flows check
 */
export function checkUrls(
  flows: Iterable<readonly [path: string, flow: Flow]>,
  examined: ReadonlySet<string>,
  analysis: Analysis,
  api: ApiDescription,
  reporter: Reporter,
): ReadonlyMap<Action, number> {
  const detours = new Map<Action, number>();
  const isExamined = (path: string, flow: string) => {
    analysis.slices.note(flow, `examined ${path}`);
    return examined.has(path);
  };
  for (const [path, { statements }] of flows)
    reporter.forFlow(path, () => {
      const names = analysis.slices.namesFor(path, analysis.variables);
      const texts = new UrlTexts(analysis.dataFlow.variables, (part) =>
        isChecked(part, api, (each) => isExamined(each, path)),
      );
      const reported = new Set<string>();
      for (const action of actionsOf(statements)) {
        const sent = requestsOf(action, analysis.templates);
        for (const { config } of sent) if (config !== undefined) checkTexts(config, names, reporter);
        const values = sent.flatMap(urlsOf);
        if (values.length === 0) continue;
        for (const one of sent) checkQuery(one, texts, reporter);
        const written = checkValues(values, { texts, names, reported, reporter });
        if (written > 0) detours.set(action, written);
      }
    });
  return detours;
}

interface Checked {
  readonly texts: UrlTexts;
  readonly names: VariableNames;
  /** The places of what was found. */
  readonly reported: Set<string>;
  readonly reporter: Reporter;
}

/** Returns how many detours the flow itself writes. */
function checkValues(values: readonly UrlValue[], { texts, names, reported, reporter }: Checked): number {
  let written = 0;
  let inPrefix = 0;
  for (const { part, value } of values) {
    checkForms({ part, value }, texts, names, reporter);
    const alternatives = "parts" in value ? texts.ofAttribute(value) : texts.ofJson(value);
    for (const { piece, decides } of alternatives.flatMap((pieces) => judge(pieces, part))) {
      const { span } = piece;
      const place = `${span.source.path}:${span.start}:${decides}`;
      if (!reported.has(place))
        reporter.report(span, findings[decides], { inHandler: isHandlerPath(span.source.path) });
      reported.add(place);
    }
    if (part === "url") written = Math.max(written, ...alternatives.map(constantDetours));
    else if (part === "path")
      inPrefix = Math.max(inPrefix, ...alternatives.map((pieces) => constantDetours([slash, ...pieces])));
  }
  return written + inPrefix;
}

const findings = { server: "clientServer", path: "clientInPath", query: "clientInQuery" } as const;

/** Comes before a prefix, which may have no slash itself. */
const slash: Piece = { kind: "constant", text: "/" };

function judge(pieces: Pieces, part: UrlValue["part"]): readonly Judgement[] {
  switch (part) {
    case "url":
      return judgeUrl(pieces);
    case "path":
      return judgePath(pieces, "path");
    case "server":
      return pieces.flatMap((piece) => (piece.kind === "client" ? [{ piece, decides: "server" }] : []));
    default:
      return part satisfies never;
  }
}

/** Tells whether something restricts the text at a path of the request: validation, or a test in any flow. */
function isChecked(path: string, api: ApiDescription, isExamined: (path: string) => boolean): boolean {
  const { paths, members } = validatedIn(api);
  const name = path.slice(path.lastIndexOf("/") + 1);
  const isValidated = paths.has(path) || (path.startsWith("body/") && members.has(name));
  return isValidated || ancestorsOf(path).some(isExamined);
}

const validatedIn = oncePer(validatedValues);

const examinedIn = oncePer((flow: Flow) => examinedValues(flowExpressions(flow)));

/** The paths of the request of which a flow tests the text. */
export function examinedPaths(flow: Flow, dataFlow: DataFlow): ReadonlySet<string> {
  const examined = new Set<string>();
  const texts = new UrlTexts(dataFlow.variables, () => false);
  // A tested variable may have been set from a part of what the client sent.
  const reached = new Set(examinedIn(flow));
  for (const value of reached) {
    walkExpression(value, (inner) => {
      for (const piece of texts.of(inner).flat()) if (piece.kind === "client") examined.add(piece.path);
      const source = inner.kind === "variable" ? dataFlow.variables.get(inner)?.value : undefined;
      if (source !== undefined && source !== "initial") reached.add(source);
    });
  }
  return examined;
}

/** The path and those above it: `a`, `a/b` and `a/b/c` for `a/b/c`. */
function ancestorsOf(path: string): readonly string[] {
  return path.split("/").map((_, index, names) => names.slice(0, index + 1).join("/"));
}

/** Counts the detours that lie within constant text, so that no data can form them. */
function constantDetours(url: Pieces): number {
  const pieces = merged(url);
  let found = 0;
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind !== "constant") continue;
    const end = piece.text.search(/[?#]/);
    const path = end < 0 ? piece.text : piece.text.slice(0, end);
    // A segment that touches a hole is not whole, so `..` before one is no detour: the `x` keeps it from
    // counting.
    found += pathDetours(end < 0 && index < pieces.length - 1 ? `${path}x` : path);
    if (end >= 0) break;
  }
  return found;
}
