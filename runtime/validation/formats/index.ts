import { fullFormats } from "ajv-formats/dist/formats.js";
import { isOfFormat } from "./ajv-format.js";
import { isUri, isUriReference } from "./uri.js";
import { isUrl } from "./url.js";

/** The length of an address with eight groups, the last two as IPv4. */
const longestIpv6 = 45;

/** A name of 253 characters (RFC 1035, section 2.3.4) and a dot. */
const longestHostname = 254;

/** How long a regular expression may be: as long as one of a flow. */
const longestPattern = 10_000;

/**
 * The formats that a schema can name and that are checked, by their names. Those of Ajv whose cost could grow faster than
 * the text are our own, with the same verdicts; where no valid text is longer than some length, that is looked at first.
 */
export const formats = {
  ...fullFormats,
  uri: isUri,
  "uri-reference": isUriReference,
  url: isUrl,
  hostname: (text: string) => text.length <= longestHostname && isOfFormat("hostname", text),
  ipv6: (text: string) => text.length <= longestIpv6 && isOfFormat("ipv6", text),
  regex: (text: string) => text.length <= longestPattern && isOfFormat("regex", text),
  duration: isDuration,
  byte: isBase64,
};

/** RFC 3339, appendix A; the designators stand before something. */
function isDuration(text: string): boolean {
  return durationForm.test(text) && !text.endsWith("P") && !text.endsWith("T");
}

const durationForm = /^P(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/;

/** RFC 4648, section 4; lines may break. Ajv's own is content with any one line that is right. */
function isBase64(text: string): boolean {
  const digits = text.replace(/\r?\n/g, "");
  return digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits);
}
