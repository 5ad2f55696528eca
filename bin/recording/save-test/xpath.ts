/** A string of XPath 1.0, which has no escapes: a text with both quotes is joined from parts. */
export function xpathString(text: string): string {
  if (!text.includes("'")) return `'${text}'`;
  if (!text.includes('"')) return `"${text}"`;
  const parts = text.split("'").map((part) => `'${part}'`);
  return `concat(${parts.join(`, "'", `)})`;
}

/**
 * The step to a member of JSON. A name that is none of XML stands in an attribute; beyond ASCII, it may be either.
 */
export function memberStep(name: string): string {
  if (/^[A-Za-z_][\w.-]*$/.test(name)) return name;
  const text = xpathString(name);
  const isAscii = /^[\0-\x7f]*$/.test(name);
  return isAscii ? `json-element[@name = ${text}]` : `*[name() = ${text} or @name = ${text}]`;
}
