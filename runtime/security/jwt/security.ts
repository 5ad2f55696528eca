import { writeJson } from "../../data/json/long-integers.js";
import type { JsonObject } from "../../data/model/values.js";
import { type Context, type Flow, type Outcome, requestEnded, state } from "../../request/context.js";
import * as engineErrors from "../../request/engine-errors.js";
import { alert, engineError } from "../../request/flow-errors.js";
import { JwtError, JwtKeyError, NoTokenError, ScopeError } from "./jwt-error.js";
import { checkedClaims, type SchemeCheck } from "./scheme.js";

/**
 * Lets a request pass if all checks of one alternative hold. Then their variables and upstream fields are set, and
 * their post-check flows run. Otherwise the request ends with a security violation.
 */
export function security(...alternatives: readonly (readonly SchemeCheck[])[]): Flow {
  return async ($) => {
    const violations: Violation[] = [];
    for (const checks of alternatives) {
      const passed = await passedChecks($, checks, violations);
      if (passed !== undefined) return admit($, passed);
    }
    throw refusal($, violations);
  };
}

interface PassedCheck extends SchemeCheck {
  readonly claims: JsonObject;
}

/** The check that does not hold, and why. */
type Violation = readonly [check: SchemeCheck, error: JwtError];

/** The claims of each check; undefined if one of the checks does not hold, which adds a violation. */
async function passedChecks(
  $: Context,
  checks: readonly SchemeCheck[],
  violations: Violation[],
): Promise<readonly PassedCheck[] | undefined> {
  const passed: PassedCheck[] = [];
  for (const check of checks) {
    try {
      passed.push({ ...check, claims: await checkedClaims($, check) });
    } catch (error) {
      if (!(error instanceof JwtError)) throw error;
      // Mistakes of the operator are told even if another alternative holds.
      if (error instanceof JwtKeyError) tell($, check, error);
      violations.push([check, error]);
      return undefined;
    }
  }
  return passed;
}

function tell(
  $: Context,
  { scheme }: SchemeCheck,
  error: JwtError,
  status = engineErrors.security.status,
): void {
  const { code } = engineErrors.security;
  const severity = error instanceof JwtKeyError ? "error" : "warning"; // the operator's, or the client's
  alert($, "security", `${scheme.name}: ${error.message}`, { severity, status, code });
}

/**
 * The log tells why a token is refused. The client learns only whether it sent one, and so does an attacker. The error flow
 * may tell whether it lacks nothing but a scope; so does the answer if a scheme asks for challenges.
 */
function refusal($: Context, violations: readonly Violation[]): engineErrors.FlowError {
  const lacksScope = violations.some(([, error]) => error instanceof ScopeError);
  const challenges = violations.flatMap((violation) => challengeOf(violation) ?? []);
  const status = challenges.length > 0 && !lacksScope ? unauthorized : engineErrors.security.status;
  const info = violations.map(([check, error]) => {
    const hasToken = !(error instanceof NoTokenError);
    if (hasToken && !(error instanceof JwtKeyError)) tell($, check, error, status);
    return `JWT Security (${check.scheme.name}): ${hasToken ? "Invalid JWT" : error.message}`;
  });
  const refused = engineError($, engineErrors.security, info, status);
  const current = $[state];
  current.error = { ...refused.document, reason: lacksScope ? "scope" : "token" };
  if (challenges.length > 0)
    current.headers = (current.headers ?? new Map()).set("www-authenticate", challenges.join(", "));
  return refused;
}

const unauthorized = 401;

/** The challenge of a scheme (RFC 6750 §3): it names no error if there is no token. */
function challengeOf([{ scheme, scopes }, error]: Violation): string | undefined {
  if (!scheme.challenges) return undefined;
  const realm = 'Bearer realm="flowc"';
  if (error instanceof NoTokenError) return realm;
  if (!(error instanceof ScopeError)) return `${realm}, error="invalid_token"`;
  const needed = scopes.every((scope) => scopeToken.test(scope)) ? `, scope="${scopes.join(" ")}"` : "";
  return `${realm}, error="insufficient_scope"${needed}`;
}

/** RFC 6749 §3.3. */
const scopeToken = /^[!#-[\]-~]+$/;

/** Characters of a subject in the log. */
const longestSubject = 256;

async function admit($: Context, passed: readonly PassedCheck[]): Promise<Outcome> {
  const subject = passed.map(({ claims }) => claims.sub).find((sub) => typeof sub === "string");
  if (subject !== undefined) $[state].access.subject = subject.slice(0, longestSubject);
  for (const { scheme, claims } of passed) {
    $[scheme.variable] = claims;
    if (scheme.header === undefined) continue;
    $[state].upstreamFields ??= new Map();
    $[state].upstreamFields.set(scheme.header, asciiJson(claims));
  }
  for (const { scheme } of passed) {
    if ((await scheme.postCheck?.($)) === requestEnded) return requestEnded;
  }
}

/** JSON in ASCII, so that it can be the value of a header field. */
function asciiJson(value: JsonObject): string {
  return writeJson(value).replace(
    /[\x7f-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
