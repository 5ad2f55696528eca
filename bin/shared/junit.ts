import { escapedLine, escapedMarkup } from "./visible-lines.js";

type Attributes = Readonly<Record<string, string | number>>;

/** A document in the form of JUnit: one suite of test cases, with the attributes of both. */
export function junitDocument(name: string, counts: Attributes, cases: readonly string[]): string {
  const counted = attributes(counts);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ${counted}>\n  <testsuite ${attributes({ name })} ${counted}>\n${cases.join("")}  </testsuite>\n</testsuites>\n`;
}

/** @param inside the elements in it */
export function junitCase(head: Attributes, ...inside: readonly string[]): string {
  const start = `    <testcase ${attributes(head)}`;
  if (inside.length === 0) return `${start}/>\n`;
  return `${start}>\n${inside.map((each) => `      ${each}\n`).join("")}    </testcase>\n`;
}

export function junitElement(name: string, head: Attributes, text = ""): string {
  const start = [name, attributes(head)].join(" ").trim();
  return text === "" ? `<${start}/>` : `<${start}>${text.split("\n").map(escaped).join("\n")}</${name}>`;
}

const attributes = (values: Attributes): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escaped(String(value))}"`)
    .join(" ");

const escaped = (text: string): string => escapedMarkup(escapedLine(text));
