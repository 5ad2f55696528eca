const ascii = /^[A-Za-z_][\w.-]*$/;

/** The NCName of Namespaces in XML 1.0: the Name of XML 1.0 §2.3 without colons. */
const unicode =
  /^[A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u02FF\u0370-\u037D\u037F-\u1FFF\u200C-\u200D\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}][-.0-9\xB7A-Z_a-z\xC0-\xD6\xD8-\xF6\xF8-\u037D\u037F-\u1FFF\u200C-\u200D\u203F-\u2040\u2070-\u218F\u2C00-\u2FEF\u3001-\uD7FF\uF900-\uFDCF\uFDF0-\uFFFD\u{10000}-\u{EFFFF}]*$/u;

/** Returns true if a path can name an element like this: an XML name without a colon. */
export function isXmlName(name: string): boolean {
  return ascii.test(name) || unicode.test(name);
}

/** A character that XML 1.0 §2.2 does not allow. */
export const noXmlCharacter = /[^\t\n\r -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
