import { expect, test } from "vitest";
import { TemplateText } from "../../runtime/language/template/text-template.js";

test("space between the placeholders of a string is kept", () => {
  const text = new TemplateText();
  text.write('"');
  text.value(1);
  text.write(" ");
  text.value(2);
  text.write('"');
  expect(JSON.parse(text.toString())).toBe("1 2");
});
