import { isSlip } from "../../diagnostics/slips.js";
import { Remembered } from "../../source/remembered.js";

/**
 * The name of the field that someone most likely meant; `undefined` if the name is in use, or like none that is. Names
 * are in lower case.
 */
export const meantField = (name: string): string | undefined => meant.get(name, () => findMeant(name));

/** Flows ask for the same names, and each costs a comparison with all fields. */
const meant = new Remembered<string | undefined>();

function findMeant(name: string): string | undefined {
  if (knownFields.has(name) || commonNames.has(name) || name.length > maxLength) return undefined;
  const hyphened = name.replaceAll("_", "-");
  if (knownFields.has(hyphened)) return hyphened;
  for (const known of knownFields) if (isMisspelt(name, known)) return known;
  return otherSpellings.get(name);
}

/** Shorter names are alike by chance. */
const minLength = 5;
const longLength = 8;
const maxLength = 60;

function isMisspelt(name: string, known: string): boolean {
  if (known.length < minLength) return false;
  return (isSlip(name, known) && !isJoined(name, known)) || isOneOff(name, known);
}

/** True if one letter of a long name, which is none of someone's own, is another one. */
function isOneOff(name: string, known: string): boolean {
  if (known.length < longLength || known.startsWith("x-") || name.length !== known.length) return false;
  let differences = 0;
  for (let at = 0; at < name.length; at++) if (name[at] !== known[at]) differences++;
  return differences === 1;
}

/** True if one is the other without hyphens, as many write names of their own: `x-requestid`. */
function isJoined(name: string, known: string): boolean {
  return known.startsWith("x-") && name.replaceAll("-", "") === known.replaceAll("-", "");
}

/** As they are written outside of HTTP, or in the plural. */
const otherSpellings: ReadonlyMap<string, string> = new Map([
  ["authorisation", "authorization"],
  ["proxy-authorisation", "proxy-authorization"],
  ["referrer", "referer"],
  ["www-authentication", "www-authenticate"],
  ["accept-encodings", "accept-encoding"],
  ["accept-languages", "accept-language"],
  ["content-types", "content-type"],
  ["cookies", "cookie"],
  ["etga", "etag"],
  ["hots", "host"],
]);

/** Fields of the IANA registry that APIs use, and others that many servers and proxies know. */
const knownFields: ReadonlySet<string> = new Set(
  `accept accept-charset accept-ch accept-datetime accept-encoding accept-language accept-patch accept-post
accept-ranges access-control-allow-credentials access-control-allow-headers access-control-allow-methods
access-control-allow-origin access-control-expose-headers access-control-max-age
access-control-request-headers access-control-request-method access-control-allow-private-network
access-control-request-private-network age allow alt-svc alt-used authentication-info authorization
cache-control cache-status cdn-cache-control cdn-loop clear-site-data client-cert client-cert-chain connection
content-digest content-disposition content-encoding content-id content-language content-length
content-location content-md5 content-range content-security-policy content-security-policy-report-only
content-type content-transfer-encoding content-version cookie cookie2 cross-origin-embedder-policy
cross-origin-opener-policy cross-origin-resource-policy date dav delta-base deprecation device-memory dnt dpop
dpop-nonce dpr ect etag expect expect-ct expires forwarded from front-end-https host http2-settings
idempotency-key if if-match if-modified-since if-none-match if-range if-unmodified-since im keep-alive
last-event-id last-modified link link-template location lock-token max-forwards memento-datetime mime-version
negotiate nel origin origin-agent-cluster overwrite p3p permissions-policy ping-from ping-to pragma prefer
preference-applied proxy-authenticate proxy-authentication-info proxy-authorization proxy-connection
proxy-status public-key-pins range ratelimit ratelimit-limit ratelimit-policy ratelimit-remaining
ratelimit-reset referer referrer-policy refresh repr-digest report-to reporting-endpoints retry-after rtt
save-data sec-ch-ua sec-ch-ua-arch sec-ch-ua-full-version sec-ch-ua-mobile sec-ch-ua-model sec-ch-ua-platform
sec-fetch-dest sec-fetch-mode sec-fetch-site sec-fetch-user sec-gpc sec-websocket-accept
sec-websocket-extensions sec-websocket-key sec-websocket-protocol sec-websocket-version server server-timing
set-cookie set-cookie2 signature-input soapaction sourcemap strict-transport-security sunset
surrogate-capability surrogate-control te timing-allow-origin traceparent tracestate transfer-encoding upgrade
upgrade-insecure-requests user-agent vary via viewport-width want-content-digest want-digest want-repr-digest
www-authenticate b3 baggage cf-connecting-ip cf-ipcountry cf-ray fastly-client-ip true-client-ip uber-trace-id
x-amz-cf-id x-amz-date x-amzn-trace-id x-api-key x-api-version x-auth-token x-b3-parentspanid x-b3-sampled
x-b3-spanid x-b3-traceid x-cache x-client-id x-client-ip x-cloud-trace-context x-content-type-options
x-correlation-id x-csrf-token x-dns-prefetch-control x-download-options x-forwarded-by x-forwarded-for
x-forwarded-host x-forwarded-path x-forwarded-port x-forwarded-prefix x-forwarded-proto x-forwarded-server
x-frame-options x-http-method x-http-method-override x-idempotency-key x-method-override x-original-url
x-permitted-cross-domain-policies x-powered-by x-rate-limit-limit x-rate-limit-remaining x-rate-limit-reset
x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset x-real-ip x-request-id x-request-start
x-requested-with x-response-time x-robots-tag x-session-id x-tenant-id x-token x-total-count x-trace-id
x-ua-compatible x-user-id x-xsrf-token x-xss-protection`.split(/\s+/),
);

/** Names that are in use, and so common that others which are like them are most likely meant as they are. */
const commonNames: ReadonlySet<string> = new Set(
  `api-key apikey api-version client-id close correlation-id depth destination digest early-data priority
request-id session session-id signature slug status tenant-id timeout token topic trailer transaction-id ttl
urgency user-id username version warning width`.split(/\s+/),
);

/** Fields that only one side sends (RFC 9110, RFC 6265, Fetch): the other does not look at them. */
const oneSided: Readonly<Record<Side, ReadonlySet<string>>> = {
  request: new Set(
    `accept-charset authorization cookie from if-match if-modified-since if-none-match if-range
if-unmodified-since max-forwards range referer user-agent access-control-request-headers
access-control-request-method`.split(/\s+/),
  ),
  response: new Set(
    `age retry-after set-cookie strict-transport-security vary www-authenticate x-frame-options
content-security-policy access-control-allow-credentials access-control-allow-headers
access-control-allow-methods access-control-allow-origin access-control-expose-headers
access-control-max-age`.split(/\s+/),
  ),
};

export type Side = "request" | "response";

/** Tells whether only messages of the other kind have a field; its name is in lower case. */
export const isOfOtherSide = (name: string, side: Side): boolean =>
  oneSided[side === "request" ? "response" : "request"].has(name);

/** The fields that are in use, in their usual form. */
export function fieldNames(): readonly string[] {
  return [...knownFields].map(usualForm);
}

/** Names of fields in their usual form: `content-type` as `Content-Type`, `etag` as `ETag`. */
export function usualForm(name: string): string {
  return unusual.get(name) ?? name.replaceAll(/(?:^|-)[a-z]/g, (letter) => letter.toUpperCase());
}

const unusual: ReadonlyMap<string, string> = new Map([
  ["etag", "ETag"],
  ["te", "TE"],
  ["www-authenticate", "WWW-Authenticate"],
  ["soapaction", "SOAPAction"],
]);
