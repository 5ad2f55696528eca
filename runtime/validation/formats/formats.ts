import { isOfFormat, ofAjv } from "./ajv-format.js";
import { isUri, isUriReference } from "./uri-format.js";

/** How long an address of IPv6 may be: eight groups, the last two written as IPv4. */
const longestIpv6 = 45;

/** How long a host name may be: 253 characters (RFC 1035, section 2.3.4) and a dot. */
const longestHostname = 254;

/** How long a regular expression may be: as long as a pattern of a flow. */
const longestPattern = 10_000;

/**
 * The formats that are checked, by the names that schemas use. Where the cost of Ajv's format could grow faster than
 * the text, we have our own, which accepts the same texts. If valid texts have a greatest length, that is checked
 * first. Validators are compiled with these, so none is a regular expression.
 */
export const formats = {
  ...ofAjv,
  uri: isUri,
  "uri-reference": isUriReference,
  url: isUrl,
  hostname: (text: string) => text.length <= longestHostname && isOfFormat("hostname", text),
  ipv6: (text: string) => text.length <= longestIpv6 && isOfFormat("ipv6", text),
  regex: (text: string) => text.length <= longestPattern && isOfFormat("regex", text),
  duration: isDuration,
  byte: isBase64,
};

/** A duration (RFC 3339, appendix A): something must follow `P` and `T`. */
function isDuration(text: string): boolean {
  return durationForm.test(text) && !text.endsWith("P") && !text.endsWith("T");
}

const durationForm = /^P(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;

/**
 * Base64 (RFC 4648, section 4) that may have line breaks. Ajv's own format accepts a text if any one of its lines is
 * right.
 */
function isBase64(text: string): boolean {
  const digits = text.replace(/\r?\n/g, "");
  return digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits);
}

/** The format `url` in linear time. It accepts what Ajv's expression accepts. */
function isUrl(text: string): boolean {
  const scheme = /^(?:https?|ftp):\/\//iu.exec(text)?.[0];
  if (scheme === undefined || /\s/u.test(text)) return false;
  // The host may follow any @, since names, passwords and paths may contain some, too.
  const pieces = text.slice(scheme.length).split("@");
  return pieces.some((piece, index) => {
    if (index === 1 && pieces[0] === "") return false;
    const slash = piece.indexOf("/");
    const isWhole = slash >= 0 || index === pieces.length - 1;
    return isWhole && isHost(slash < 0 ? piece : piece.slice(0, slash));
  });
}

/** A host, with or without a port. */
function isHost(text: string): boolean {
  const host = text.replace(/:\d{2,5}$/u, "");
  return publicIpv4.test(host) || domain.test(host);
}

const publicIpv4 =
  /^(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))$/u;

/** Labels of letters, digits and single hyphens inside; the last one has only letters. */
const domain =
  /^(?:[a-z0-9\u{a1}-\u{ffff}]+-)*[a-z0-9\u{a1}-\u{ffff}]+(?:\.(?:[a-z0-9\u{a1}-\u{ffff}]+-)*[a-z0-9\u{a1}-\u{ffff}]+)*\.[a-z\u{a1}-\u{ffff}]{2,}$/iu;
