/** Compiled expressions over XML against the recommendation, read to the letter. */
import { expect, test } from "vitest";
import { parseXml } from "../../runtime/data/xml/parse-xml.js";
import { compileExpression, untyped } from "./compiled.js";
import { agreeOverXml } from "./xpath-xml.js";

test("any expression, any document, any context node", () => agreeOverXml(10_000));

test("an empty comment is a node (XPath 1.0 §5.6), and what only looks like one is text", () => {
  const document = parseXml('<a x="&lt;!---->">1<!---->2<![CDATA[<!---->]]><?t <!---->?></a>');
  const $ = { number: 0, string: "", boolean: true, nodes: undefined, unset: undefined };
  const natural = (source: string) => compileExpression(source, untyped).natural(document, $);
  expect(natural("count(a/comment())")).toBe(1);
  expect(natural("count(a/text())")).toBe(2);
  expect(natural("string(a)")).toBe("12<!---->");
  expect(natural("string(a/processing-instruction())")).toBe("<!---->");
  expect(natural("string(a/@x)")).toBe("<!---->");
});
