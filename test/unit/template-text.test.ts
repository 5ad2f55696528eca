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

test("a comma on demand is written only between two values", () => {
  const text = new TemplateText();
  text.comma();
  text.write('{ "a"');
  text.comma();
  text.write(": 1");
  text.comma();
  text.comma();
  text.pairs({});
  text.pairs({ b: 2, c: 3 });
  text.write('"d": [');
  text.comma();
  text.value(4);
  text.comma();
  text.write("] }");
  text.comma();
  expect(JSON.parse(text.toString())).toEqual({ a: 1, b: 2, c: 3, d: [4] });
});
