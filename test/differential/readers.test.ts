/** Our readers of small things, and the platform's: what both accept, both understand alike. */
import { MIMEType } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64 } from "../../runtime/base/base64.js";
import { decodePercent } from "../../runtime/base/percent-decode.js";
import { splitUrl } from "../../runtime/http/client-url.js";
import { fieldParameters } from "../../runtime/http/field-syntax.js";
import { readForm } from "../../runtime/http/form.js";
import { essence, isClearMediaType, parameter } from "../../runtime/http/media-type.js";
import { parseRanges } from "../../runtime/http/ranges.js";
import { settings } from "./settings.js";

const encoder = new TextEncoder();
const textOf = (...words: readonly string[]) =>
  fc.array(fc.constantFrom(...words), { maxLength: 14 }).map((parts) => parts.join(""));

test("URLs, as a Request has them, and URL", () => {
  const rest = textOf("/", "a", "..", "%2F", "%", "?", "=", "&", "#", ":", "@", "[", "é", " ", "//", "\\");
  const host = fc.constantFrom("a", "a.b", "127.0.0.1", "[::1]", "user@a", "user:pw@[::1]");
  const port = fc.constantFrom("", ":80", ":443", ":8080");
  fc.assert(
    fc.property(fc.constantFrom("http", "https"), host, port, rest, (scheme, name, at, path) => {
      const { href, hostname, port, pathname, search } = new URL(`${scheme}://${name}${at}/${path}`);
      const split = splitUrl(href);
      expect(split, href).toMatchObject({
        host: hostname,
        port: port || (scheme === "https" ? "443" : "80"),
        path: pathname,
        query: search.slice(1) || undefined,
      });
    }),
    settings(3000),
  );
});

test("forms, and those that Response reads", async () => {
  const word = textOf("a", "=", "&", "+", "%", "%41", "%C3%A9", "%ff", ";", " ", "é", "\r\n");
  await fc.assert(
    fc.asyncProperty(word, async (text) => {
      const type = "application/x-www-form-urlencoded";
      const theirs = await new Response(text, { headers: { "content-type": type } }).formData();
      const ours = readForm(encoder.encode(text), type)?.fields.map(({ name, value }) => [name, value]);
      expect(ours).toEqual([...theirs]);
    }),
    settings(2000),
  );
});

test("multipart, as browsers write it, and what Response reads of it", async () => {
  // In values, line breaks too. In names, what browsers escape comes back differently: one reader's way is another's flaw.
  const value = textOf("a", "\r\n", "--", "-", "x", "é", "\n", '"', ":", "\r\n\r\n", "=");
  const name = textOf("a", "b", "é", " ", ";", "=", ":").filter((text) => text !== "");
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(name, value), { maxLength: 4 }), async (pairs) => {
      const form = new FormData();
      for (const [key, text] of pairs) form.append(key, text);
      const request = new Response(form);
      const type = request.headers.get("content-type") ?? "";
      const bytes = new Uint8Array(await request.arrayBuffer());
      const theirs = await new Response(bytes, { headers: { "content-type": type } }).formData();
      const ours = readForm(bytes, type);
      expect(ours?.flaw).toBeUndefined();
      expect(ours?.fields.map(({ name, value }) => [name, value])).toEqual([...theirs]);
    }),
    settings(500),
  );
});

test("multipart, as others write it, and what Response reads of it", async () => {
  const boundary = textOf("a", ";", " ", '"', "\\", "=", "'", ":", ",", "-", "?").filter((text) =>
    /^\S(.*\S)?$/.test(text),
  );
  const disposition = fc
    .tuple(
      fc.constantFrom("Content-Disposition: ", "content-disposition:", "CONTENT-DISPOSITION: \t"),
      fc.constantFrom(...Array<string>(6).fill("form-data; "), "form-data;", "Form-Data ; "),
      fc.constantFrom(
        'name="a"',
        'name="a"',
        'name="b;c=d"',
        'name="b c"',
        'name="%22"',
        "name=c",
        'name="é"',
        'name="a\\"',
        'x="name"; name="y"',
      ),
      fc.constantFrom("", "", "", "", '; filename="f"', '; filename="f;g"', "; filename=f", '; filename=""'),
    )
    .map((parts) => parts.join(""));
  const more = fc.constantFrom(
    "",
    "",
    "X-A: b\r\n",
    "Content-Type: text/plain; charset=UTF-8\r\n",
    "Content-Type: a/b\r\n",
  );
  const content = textOf("a", "\r\n", "\n", "--", "é", "\r\n\r\n", "\0");
  const parts = fc.array(
    fc
      .tuple(more, disposition, more, content)
      .map(([before, one, after, text]) => `${before}${one}\r\n${after}\r\n${text}`),
    { minLength: 1, maxLength: 3 },
  );
  const preamble = fc.constantFrom(...Array<string>(8).fill(""), "\r\n", "x\r\n");
  const lineEnd = fc.constantFrom(...Array<string>(8).fill("\r\n"), " \r\n", "\n", "");
  let compared = 0;
  await fc.assert(
    fc.asyncProperty(boundary, parts, preamble, lineEnd, async (mark, list, before, end) => {
      const escaped = mark.replace(/["\\]/g, "\\$&");
      const type = `multipart/form-data; boundary="${escaped}"`;
      const bytes = encoder.encode(
        `${before}${list.map((one) => `--${mark}${end}${one}\r\n`).join("")}--${mark}--\r\n`,
      );
      const ours = readForm(bytes, type);
      if (ours?.flaw !== undefined) return;
      let theirs: FormData;
      try {
        theirs = await new Response(bytes, { headers: { "content-type": type } }).formData();
      } catch {
        return; // Node takes some forms only as its own way of writing them has it.
      }
      compared++;
      const fieldsOf = [...theirs].map(([name, value]) => [name, typeof value === "string" ? value : ""]);
      expect(
        ours?.fields.map(({ name, value }) => [name, value]),
        new TextDecoder().decode(bytes),
      ).toEqual(fieldsOf);
    }),
    settings(2000),
  );
  expect(compared).toBeGreaterThan(100);
});

test("Base64, and atob", () => {
  fc.assert(
    fc.property(textOf("A", "b", "9", "+", "/", "=", "==", "AAAA", " ", "\n"), (text) => {
      let theirs: string | undefined;
      try {
        theirs = atob(text);
      } catch {
        return;
      }
      const ours = decodeBase64(text, false);
      expect(ours === undefined ? undefined : String.fromCharCode(...ours), JSON.stringify(text)).toBe(
        theirs,
      );
    }),
    settings(3000),
  );
});

test("media types, and those of MIMEType", () => {
  const names = fc.constantFrom("a", "b", "A", "a ", "", "é");
  const values = textOf("a", ";", "b", '\\"', "\\", " ", "=", ",", "é");
  const whole = fc
    .tuple(
      fc.constantFrom(";", "; ", ";\t", " ;"),
      names,
      fc.constantFrom("=", "=", "= "),
      values,
      fc.constantFrom("", '"'),
    )
    .map(([before, name, equals, value, quote]) => `${before}${name}${equals}${quote}${value}${quote}`);
  const piece = fc.constantFrom(";", "a", "=", '"', "\\", " ", "/", "\u0001", '="', '";');
  const more = fc
    .array(fc.oneof({ weight: 3, arbitrary: whole }, piece), { maxLength: 4 })
    .map((list) => list.join(""));
  const essences = fc.constantFrom(
    "text/x",
    "a/b",
    " Text/X ",
    "a/b+JSON",
    "\ttext/x\r\n",
    "a/b/c",
    "",
    "/",
    "text",
    "te xt/x",
  );
  let parameters = 0;
  fc.assert(
    fc.property(essences, more, (own, rest) => {
      const text = `${own}${rest}`;
      // Node does not skip what stands behind a quoted value, as the standard says.
      if (/"(?:\\.|[^"\\])*"[^;]/.test(text)) return;
      let theirs: MIMEType;
      try {
        theirs = new MIMEType(text);
      } catch {
        expect(isClearMediaType(text), text).toBe(false);
        return;
      }
      expect(essence(text)).toBe(theirs.essence);
      for (const name of ["a", "b"]) {
        const value = theirs.params.get(name) ?? undefined;
        if (value !== undefined) parameters++;
        expect(parameter(text, name), JSON.stringify([text, name])).toBe(value);
        // A clear value is also the one that readers find that know less.
        if (isClearMediaType(text)) expect(fieldParameters(text).values.get(name), text).toBe(value);
      }
    }),
    settings(5000),
  );
  expect(parameters).toBeGreaterThan(500);
});

test("percent-encoding, and decodeURIComponent", () => {
  fc.assert(
    fc.property(textOf("a", "%", "%41", "%c3%a9", "%f0%9f%98%80", "%ff", "%c3", "+", "é"), (text) => {
      let theirs: string;
      try {
        theirs = decodeURIComponent(text);
      } catch {
        return;
      }
      expect(decodePercent(text)).toBe(theirs);
    }),
    settings(2000),
  );
});

test("ranges lie in what there is, and are no more than it", () => {
  fc.assert(
    fc.property(
      textOf("bytes=", "0", "1", "9", "-", "-", ",", ", ", " ", "99999999999999999999"),
      fc.nat(30),
      (text, size) => {
        const ranges = parseRanges(`bytes=${text}`, size) ?? [];
        for (const { first, last } of ranges) {
          expect(0 <= first && first <= last && last < size, `${text} of ${size}`).toBe(true);
        }
        expect(ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0)).toBeLessThanOrEqual(size);
      },
    ),
    settings(3000),
  );
});
