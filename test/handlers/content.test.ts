import { expect, test } from "vitest";
import { ReadContent } from "../../runtime/handler/handler-content.js";
import { Content } from "../../runtime/request/content.js";

test("JSON is parsed once, however often a handler asks for a member of it", () => {
  const order = new ReadContent(new Content({ kind: "text", text: '{"id":7}' }, "application/json"));
  expect(order.json).toEqual({ id: 7 });
  expect(order.json).toBe(order.json);
  const text = new ReadContent(new Content({ kind: "text", text: "7" }, "text/plain"));
  expect(text.json).toBeUndefined();
});
