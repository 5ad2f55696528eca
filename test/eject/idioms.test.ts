/** What becomes of the parts of flows in handlers: what people write where that means the same, and XPath where only that does. */
import { expect, test } from "vitest";
import { ejectedRows, names, rows } from "./idiom-rows.js";

const ejected = await ejectedRows();

/** Lines as far to the right as the first. */
function flush(text: string): string {
  const [, blanks = ""] = /^\n( *)/.exec(text) ?? [];
  return text.replaceAll(`\n${blanks}`, "\n").trim();
}

const withoutNumbers = (text: string): string => text.replace(/\br\d+(?=[-A-Z])/g, "r");

test.each(names)("%s", (name) => {
  const { text, parts } = ejected[names.indexOf(name)] ?? { text: "", parts: new Map() };
  const code = text.replace(/^import [^;]*"flowc\/handler";\n/, "");
  expect(withoutNumbers(code).trim()).toBe(flush(rows[name]?.handler ?? ""));
  expect([...parts.values()].map((part) => part.trim())).toEqual(
    [rows[name]?.part].flatMap((part) => (part === undefined ? [] : [flush(part)])),
  );
});
