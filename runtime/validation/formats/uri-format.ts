/**
 * URIs (RFC 3986) in linear time. They accept what Ajv's expression accepts, which tries several ways through each
 * path. A path whose characters are allowed is right with or without an authority; only brackets need a closer look.
 * @module
 */
import { isOfFormat } from "./ajv-format.js";

/** The format `uri`. */
export function isUri(text: string): boolean {
  const { hierarchy, isRight } = parts(text, tailForm);
  const scheme = /^[a-z][a-z0-9+\-.]*:/i.exec(hierarchy)?.[0];
  if (!isRight || scheme === undefined) return false;
  const rest = hierarchy.slice(scheme.length);
  return rest !== "" && (pathForm.test(rest) || hasBracketedHost(rest, pathForm));
}

/** The format `uri-reference`; as in Ajv, quotation marks are accepted. */
export function isUriReference(text: string): boolean {
  const { hierarchy, isRight } = parts(text, referenceTailForm);
  if (!isRight) return false;
  if (referencePathForm.test(hierarchy)) return true;
  return hasBracketedHost(hierarchy.replace(/^[a-z][a-z0-9+\-.]*:/i, ""), referencePathForm);
}

const pathForm = /^(?:[a-z0-9\-._~!$&'()*+,;=:@/]|%[0-9a-f]{2})*$/i;
const referencePathForm = /^(?:[a-z0-9\-._~!$&'"()*+,;=:@/]|%[0-9a-f]{2})*$/i;
const userForm = /^(?:[a-z0-9\-._~!$&'()*+,;=:]|%[0-9a-f]{2})*$/i;
const tailForm = /^(?:[a-z0-9\-._~!$&'()*+,;=:@/?]|%[0-9a-f]{2})*$/i;
const referenceTailForm = /^(?:[a-z0-9\-._~!$&'"()*+,;=:@/?]|%[0-9a-f]{2})*$/i;
const futureForm = /^v[0-9a-f]+\.[a-z0-9\-._~!$&'()*+,;=:]+$/i;

/** The part before query and fragment, and whether those two are right. */
function parts(text: string, tail: RegExp): { readonly hierarchy: string; readonly isRight: boolean } {
  const [before, fragment] = cut(text, "#");
  const [hierarchy, query] = cut(before, "?");
  return { hierarchy, isRight: tail.test(query) && tail.test(fragment) };
}

function cut(text: string, mark: string): readonly [string, string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** Returns true if it is like `//user@[::1]:80/path`; as in Ajv, one slash is enough. */
function hasBracketedHost(rest: string, path: RegExp): boolean {
  const start = rest.startsWith("//") ? 2 : 1;
  const open = rest.indexOf("[");
  const close = rest.indexOf("]");
  if (!rest.startsWith("/") || open < 0 || close < open) return false;
  const user = rest.slice(start, open);
  const isUser = user === "" || (user.endsWith("@") && userForm.test(user.slice(0, -1)));
  const behind = /^(?::\d*)?(\/.*)?$/s.exec(rest.slice(close + 1));
  return isUser && isAddress(rest.slice(open + 1, close)) && behind !== null && path.test(behind[1] ?? "");
}

/**
 * Returns true if it is an address of IPv6, or of a later version. Ajv's expression checks the former: such
 * addresses are short.
 */
function isAddress(text: string): boolean {
  return (
    futureForm.test(text) || (text.length <= 45 && !text.includes("]") && isOfFormat("uri", `a://[${text}]`))
  );
}
