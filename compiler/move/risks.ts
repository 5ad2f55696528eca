import { settings } from "../../runtime/base/index.js";
import { isSecretName } from "../../runtime/observe/index.js";
import { environmentReads, UpstreamNames } from "../analyse/index.js";
import { factsOf, functions, placeOfRequest, writtenValues } from "../constructs/index.js";
import type { DiagnosticName } from "../diagnostics/index.js";
import type { Span } from "../source/index.js";
import {
  allItems,
  allMembers,
  alternatives,
  isHandlerPath,
  type JsonMember,
  type JsonNode,
} from "../syntax/index.js";
import type { ReachedOperation } from "./reach.js";
import { actions, laterStylesheets, type SentRequest, type Uses } from "./uses.js";

/** Something to look at before a move, whatever the verdict. */
export interface Risk {
  readonly kind: RiskKind;
  readonly message: string;
  readonly span: Span;
}

export const riskKinds = {
  "weak-tls": "Weak TLS",
  secret: "Secrets in flows",
  "computed-url": "Computed URLs",
  pattern: "Patterns",
  stylesheet: "Stylesheets of XSLT 2.0 and 3.0",
  directory: "LDAP",
  environment: "Environment variables",
  setting: "Unknown FLAT_ variables",
  unreachable: "Unreachable flows",
  writes: "Operations that write",
  untested: "Operations without tests",
  unrecorded: "Operations without recorded traffic",
} as const;

export type RiskKind = keyof typeof riskKinds;

export function risksOf(uses: Uses, operations: readonly ReachedOperation[]): readonly Risk[] {
  const names = new UpstreamNames(uses.program.dataFlow.variables);
  return [
    ...uses.requests.flatMap((sent) => requestRisks(sent, names)),
    ...secrets(uses),
    ...patterns(uses),
    ...laterStylesheets(uses).map((span) =>
      risk("stylesheet", "SaxonJS runs this stylesheet, in a thread.", span),
    ),
    ...[...uses.calls].flatMap(([name, calls]) =>
      functions.get(name)?.needs === undefined
        ? []
        : calls.map(({ span }) => risk("directory", `${name}() asks a directory.`, span)),
    ),
    ...[...uses.program.flows.values()]
      .flatMap((flow) => environmentReads(flow, uses.program.files))
      .flatMap(({ name, span }) => variableRisks(name, span)),
    ...found(uses, ["unusedFlow"], "unreachable", "Nothing leads to this flow."),
    ...operations
      .filter(({ method }) => writing.has(method))
      .map(({ method, path, span }) => risk("writes", `${method} ${path} writes.`, span)),
  ];
}

const risk = (kind: RiskKind, message: string, span: Span): Risk => ({ kind, message, span });

export const writing: ReadonlySet<string> = new Set(["POST", "PUT", "PATCH", "DELETE"]);

const found = (
  { diagnostics }: Uses,
  names: readonly DiagnosticName[],
  kind: RiskKind,
  message?: string,
): readonly Risk[] =>
  diagnostics.flatMap(({ name, span, message: own }) =>
    span !== undefined && names.includes(name) ? [risk(kind, message ?? own, span)] : [],
  );

function requestRisks({ action, request, options }: SentRequest, names: UpstreamNames): readonly Risk[] {
  const systems = names.of(request);
  const system = systems[0] ?? "an upstream system";
  const isWeak = [...options].filter(([name, value]) => isWeakOption(name, value));
  const method = request.config?.members.find(
    (member) => member.kind === "member" && member.name === "method",
  );
  const constant =
    method?.kind === "member" && method.value.kind === "constant" ? `${method.value.value}` : "";
  const verb = constant.toUpperCase();
  const span = placeOfRequest(action, request);
  return [
    ...isWeak.map(([name, { span }]) =>
      risk("weak-tls", `${name} weakens the connection to ${system}.`, span),
    ),
    ...(systems.includes(undefined)
      ? [risk("computed-url", "The server of this request is only known at run time.", span)]
      : []),
    ...(writing.has(verb) ? [risk("writes", `${writerOf(span)} sends ${verb} to ${system}.`, span)] : []),
  ];
}

const writerOf = ({ source }: Span): string => (isHandlerPath(source.path) ? "The handler" : "The flow");

function isWeakOption(name: string, value: JsonNode): boolean {
  const constant = value.kind === "constant" ? value.value : undefined;
  if (name === "ignore-certificate-errors") return constant !== false;
  if (name === "tls-version") return constant === undefined || /^TLSv1(?:\.[01])?$/.test(`${constant}`);
  return (
    name === "tls-ciphers" &&
    (constant === undefined || /SECLEVEL=[01]|NULL|RC4|DES|MD5|EXP/i.test(`${constant}`))
  );
}

/** Secrets are named by their place, and never shown. */
function secrets(uses: Uses): readonly Risk[] {
  const { program } = uses;
  const inTemplates = [...program.templates.values()].flatMap((facts) =>
    facts.kind === "json" ? membersIn(facts.scope.content).flatMap(secretMember) : [],
  );
  const inVariables = [...uses.actions.values()]
    .flat()
    .flatMap((action) =>
      factsOf(action).sets.flatMap(({ name, value }) =>
        value?.kind === "literal" && value.value !== "" && isSecretName(name)
          ? [risk("secret", `$${name} has a constant value.`, value.span)]
          : [],
      ),
    );
  const inSchemes = program.securitySchemes.flatMap(({ name, key, algorithm }) =>
    key.kind === "text" && algorithm.kind === "text" && algorithm.text.includes("HS")
      ? [risk("secret", `The key of ${name} is part of the flow directory.`, key.span)]
      : [],
  );
  const users = actions("auth")(uses).map((span) =>
    risk("secret", "The passwords of these users are constant.", span),
  );
  return [...inTemplates, ...inVariables, ...inSchemes, ...users];
}

type Member = Extract<JsonMember, { kind: "member" }>;

/** The members of a value at any depth. */
function membersIn(json: JsonNode): readonly Member[] {
  return alternatives(json).flatMap((value) => {
    if (value.kind === "array") return allItems(value.items).flatMap(membersIn);
    if (value.kind !== "object") return [];
    return allMembers(value.members).flatMap((member) =>
      member.kind === "member" ? [member, ...membersIn(member.value)] : [],
    );
  });
}

function secretMember({ name, value, span }: Member): readonly Risk[] {
  const texts = writtenValues(value).flatMap((written) =>
    written.kind === "constant" && typeof written.value === "string" ? [written.value] : [],
  );
  if (texts.some((text) => /^[a-z][\w+.-]*:\/\/[^/?#:]*:[^/?#@]*@/i.test(text)))
    return [risk("secret", "This URL has a password.", span)];
  const isSecret = typeof name === "string" && isSecretName(name) && texts.some((text) => text.length > 3);
  return isSecret ? [risk("secret", `${name} has a constant value.`, span)] : [];
}

function patterns(uses: Uses): readonly Risk[] {
  const computed = ["matches", "replace", "split"]
    .flatMap((name) => uses.calls.get(name) ?? [])
    .filter(({ arguments: [, pattern] }) => pattern !== undefined && pattern.kind !== "literal");
  return [
    ...found(uses, ["explosivePattern", "clientPattern", "patternSlashes", "pattern"], "pattern"),
    ...computed.map(({ span }) =>
      risk("pattern", "This regular expression is only known at run time.", span),
    ),
  ];
}

const settingNames: ReadonlySet<string> = new Set(Object.values(settings).flatMap(({ names }) => names));

function variableRisks(name: string, span: Span): readonly Risk[] {
  const isOwn = /^FL(?:AT|OW)_/.test(name) && !settingNames.has(name);
  return [
    risk("environment", `${writerOf(span)} reads ${name}.`, span),
    ...(isOwn ? [risk("setting", `${name} is no setting of flowc.`, span)] : []),
  ];
}
