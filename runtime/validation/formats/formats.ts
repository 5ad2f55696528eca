import { isOfFormat, ofAjv } from "./ajv-format.js";
import { isUri, isUriReference } from "./uri-format.js";
import { isUrl } from "./url-format.js";

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
