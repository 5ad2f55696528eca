/** The request that is sent again after it was traced, and when it differs from the one that was sent. */
import { describe, expect, test } from "vitest";
import { asSent, whyNotAsSent } from "../../../bin/commands/dev/page/replay/as-sent.js";
import type { Body, RequestMessage } from "../../../runtime/observe/trace/exchange.js";

const request = (more: Partial<RequestMessage> = {}): RequestMessage => ({
  method: "POST",
  target: "/api/a?b=1",
  fields: [["accept", "text/plain"]],
  ...more,
});

const body = (more: Body = {}): Body => ({ text: "hi", bytes: 2, ...more });

describe("a request that is sent again", () => {
  test("has its method, target, fields and body", () => {
    expect(asSent(request({ body: body() }))).toEqual({
      method: "POST",
      target: "/api/a?b=1",
      fields: [["accept", "text/plain"]],
      body: "hi",
    });
    expect(asSent(request({ body: { base64: "AP8=", bytes: 2 } }))).toMatchObject({
      body: "AP8=",
      isBase64: true,
    });
  });

  test("has its text in the character set that it came in", () => {
    expect(asSent(request({ body: body({ text: "ж", charset: "koi8-r" }) }))).toMatchObject({
      body: "ж",
      charset: "koi8-r",
    });
  });

  test("has the fields of its connection anew", () => {
    const fields = ["Host", "content-length", "Connection", "Transfer-Encoding", "x-other"].map(
      (name) => [name, "1"] as const,
    );
    expect(asSent(request({ fields })).fields).toEqual([["x-other", "1"]]);
  });

  test.each([
    ["https://api.example.com/v1/a?b=http://c/", "/v1/a?b=http://c/"],
    ["http://example.com", "/"],
    ["http://example.com?a=1", "/?a=1"],
    ["//a//b", "//a//b"],
  ])("goes to the app, wherever %s was sent to", (target, expected) => {
    expect(asSent(request({ target })).target).toBe(expected);
  });

  test.each([
    [request({ body: body({ isCut: true }) }), "Only the beginning of its body was kept."],
    [request({ body: { bytes: 2, isCut: true } }), "Its body was passed on without being read."],
    [request({ fields: [["cookie", "***"]] }), "A secret in its header field cookie was masked."],
    [request({ target: "/a?token=***" }), "A secret in its target was masked."],
    [request({ body: body({ text: '{"password":"***"}' }) }), "A secret in its body was masked."],
    [request({ body: body() }), undefined],
  ])("is not what was sent if something is missing: %#", (shown, reason) => {
    expect(whyNotAsSent(shown)).toBe(reason);
  });
});
