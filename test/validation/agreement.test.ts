/**
 * One reading of a request: what was checked is what the flow sees, and what the upstream system behind a proxy reads. Random
 * requests, written in many ways, to an operation that echoes what it sees and to one that passes them on. Whatever is not
 * refused has to be the same in both, and as described, whichever of its readings one takes.
 */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agrees, exchange, expectAll, expectSingle, isAmount, isWord } from "../support/agreement.js";
import { encoded, mostly, pairs } from "../support/odd-texts.js";

describe("what is checked is what is seen and what is sent", () => {
  test("in a query", async () => {
    const query = fc.tuple(fc.constantFrom("", "", "", "?", "&"), pairs(["&", "&", "&", "&&", ";"]));
    await agrees(
      query,
      ([start, rest]) => ({ query: start + rest }),
      (seen, { url: { searchParams } }) => {
        const all = (name: string): string[] => searchParams.getAll(name);
        expectSingle(all("amount"), seen.get?.amount, isAmount);
        expectSingle(all("word"), seen.get?.word, isWord);
        expectAll(all("tags"), seen.get?.tags, isWord);
        expectSingle(all("list"), seen.get?.list, (text) => text === "" || text.split(",").every(isAmount));
        expectSingle(all("deep[amount]"), seen.get?.["deep[amount]"], isAmount);
        expect([...searchParams.keys()].filter((name) => /^deep\[.*\[/.test(name))).toEqual([]);
      },
    );
  });

  test("in a query that begins with a question mark of its own", async () => {
    const result = await exchange({ query: "?amount=500" });
    expect(result?.seen.get).toEqual({ "?amount": "500" });
    expect(result?.sent.url.search).toBe("??amount=500");
  });

  test("in a path", async () => {
    const odd = fc.constantFrom("%2e%2e", "..%2f", "%2E", "a%2fb", "%00", "%ff", "%", "abc%", "%61%ff");
    await agrees(
      fc.oneof(encoded(fc.constantFrom("abc", "x", "a b")), odd),
      (id) => ({ path: `/${id}` }),
      (seen, { url }) => {
        expect(url.pathname.split("/").map((segment) => decodeURIComponent(segment))).toEqual([
          "",
          "sent",
          seen.params.id,
        ]);
        expect(isWord(seen.params.id)).toBe(true);
      },
    );
  });

  test("in a header field", async () => {
    const level = mostly(
      ["5", "100", "7.0"],
      ["05", "+5", "5, 5", "99999", "5,", "é", "", "9007199254740993"],
    );
    await agrees(
      fc.record({
        level,
        name: fc.constantFrom("X-Level", "x-level", "X-LEVEL"),
        connection: fc.constantFrom(undefined, undefined, "x-level", "close, X-Level", "keep-alive"),
      }),
      ({ level: value, name, connection }) => ({
        headers: { [name]: value, ...(connection && { connection }) },
      }),
      (seen, { headers }) => {
        const values = headers.filter(
          (_, at) => at % 2 === 1 && headers[at - 1]?.toLowerCase() === "x-level",
        );
        expectSingle(values, seen.level, isAmount);
      },
    );
  });

  test("in a cookie", async () => {
    const cookie = mostly(
      ["sid=abc", 'sid="abc"', "other=1", "sid=", " sid = a "],
      ["sid=9", 'sid="abc', "SID=9", "$sid=9", "$Version=1", "sid", "=9", "sid=%61", 'o="x', "sid=a\tb"],
    );
    const field = fc.array(cookie, { minLength: 1, maxLength: 3 });
    let crumbs: readonly string[] = [];
    await agrees(
      field,
      (all) => {
        crumbs = all;
        return { headers: { cookie: all.join("; ") } };
      },
      (seen, { headers }) => {
        const values = crumbs
          .filter((crumb) => /^ *sid *=/.test(crumb))
          .map((crumb) => crumb.replace(/^[^=]*=/, ""));
        expectSingle(
          values.map((value) => value.trim().replace(/^"(.*)"$/, "$1")),
          seen.cookies?.sid,
          isWord,
        );
        expect(headers.map((header) => header.toLowerCase())).not.toContain("cookie");
      },
    );
  });
});
