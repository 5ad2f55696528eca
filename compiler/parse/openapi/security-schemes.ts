import { isToken } from "../../../runtime/http/field-syntax.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Files } from "../../source/files.js";
import type { Span } from "../../source/source-text.js";
import type { JwtScheme, TokenPlace } from "../../syntax/security.js";
import type { YamlEntry } from "../yaml/yaml.js";
import { readExtensions } from "./checks/extensions.js";
import { readJwt } from "./jwt.js";

export interface SecurityScheme {
  /** The place of its name. */
  readonly span: Span;
  /** It has `x-flow-jwt`. */
  readonly isChecked: boolean;
  /** How tokens are checked; `undefined` if they are not, or after an error. */
  readonly jwt: JwtScheme | undefined;
}

/** The security schemes by name. */
export function readSecuritySchemes(
  top: readonly YamlEntry[],
  files: Files,
  reporter: Reporter,
): ReadonlyMap<string, SecurityScheme> {
  return new Map(schemesIn(top).map((entry) => [entry.key, readScheme(entry, files, reporter)]));
}

export function schemesIn(top: readonly YamlEntry[]): readonly YamlEntry[] {
  const members = (of: readonly YamlEntry[], name: string) =>
    of.find(({ key }) => key === name)?.entries ?? [];
  return members(members(top, "components"), "securitySchemes");
}

function readScheme(entry: YamlEntry, files: Files, reporter: Reporter): SecurityScheme {
  const span = entry.keySpan;
  const members = entry.entries ?? [];
  const extensions = readExtensions(members, "scheme", reporter);
  const cookieName = extensions.get("cookiename");
  const jwt = extensions.get("jwt");
  if (jwt === undefined) {
    if (cookieName !== undefined)
      reporter.report(cookieName.keySpan, "jwtCookieNameIgnored", { key: cookieName.key });
    return { span, isChecked: false, jwt: undefined };
  }
  const check = readJwt(jwt, files, reporter);
  const token = tokenPlace(entry, members, cookieName, reporter);
  const challenge = jwt.find("challenge");
  if (challenge !== undefined && token?.kind === "cookie")
    reporter.report(challenge.keySpan, "jwtChallenge", { name: entry.key });
  return { span, isChecked: true, jwt: check && token && { name: entry.key, token, ...check } };
}

/** Where clients send the token. Reports schemes that are neither bearer tokens nor cookies. */
function tokenPlace(
  scheme: YamlEntry,
  members: readonly YamlEntry[],
  cookieName: YamlEntry | undefined,
  reporter: Reporter,
): TokenPlace | undefined {
  const text = (name: string) => {
    const entry = members.find(({ key }) => key === name);
    return entry?.string?.trim();
  };
  const [type = "apiKey", place, name = ""] = [text("type"), text("in"), text("name")];
  const isHeader = (field: string) => type === "apiKey" && place === "header" && name.toLowerCase() === field;
  if (isHeader("cookie")) {
    const field = members.find(({ key }) => key === "name") ?? scheme;
    return namedCookie(scheme, cookieName, field, reporter);
  }
  if (cookieName !== undefined)
    reporter.report(cookieName.keySpan, "jwtCookieNameIgnored", { key: cookieName.key });
  if (isHeader("authorization") || (type === "http" && text("scheme")?.toLowerCase() === "bearer"))
    return { kind: "bearer" };
  if (type === "apiKey" && place === "cookie" && isToken(name)) return { kind: "cookie", name };
  const isHttp = type === "http" && text("scheme") !== undefined;
  const key = isHttp ? "scheme" : type !== "apiKey" ? "type" : place === "header" ? "name" : "in";
  const wrong = members.find((member) => member.key === key);
  const span = wrong === undefined ? scheme.keySpan : wrong.valueSpan;
  reporter.report(span, "jwtPlace", {
    name: scheme.key,
    meant: isHttp ? "Write scheme: bearer, and bearerFormat: JWT if you like." : undefined,
  });
  return undefined;
}

function namedCookie(
  scheme: YamlEntry,
  cookieName: YamlEntry | undefined,
  field: YamlEntry,
  reporter: Reporter,
): TokenPlace | undefined {
  const name = cookieName?.string?.trim();
  if (name !== undefined && isToken(name)) return { kind: "cookie", name };
  const span = (cookieName ?? field).valueSpan;
  reporter.report(span, "jwtCookieName", { name: scheme.key });
  return undefined;
}
