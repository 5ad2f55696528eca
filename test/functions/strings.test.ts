import { deflateSync } from "fflate";
import { expect, test } from "vitest";
import { inflateBytes } from "../../runtime/language/functions/codec-functions.js";
import { compileFiles } from "../support/compile.js";
import { findings } from "../support/findings.js";
import { apiFiles, samples } from "../support/samples.js";
import { value } from "./value.js";

samples("base64", [
  value("base64-encode('hello')", "aGVsbG8="),
  value("base64-encode('')", ""),
  value("base64-encode('ü€𝄞')", "w7zigqzwnYSe"),
  value("base64-encode(12)", "MTI="),
  value("base64-decode('aGVsbG8=')", "hello"),
  value("base64-decode('aGVsbG8')", "hello"),
  value("base64-decode('aGVs\n bG8=')", "hello"),
  value("base64-decode('aG*Vs!bG8=')", "hello"),
  value("base64-decode('aG*Vs!bG8=', false())", "hello"),
  value("base64-decode('aG*Vs!bG8=', true())", false),
  value("base64-decode('aGVsbG8=', true())", "hello"),
  value("base64-decode('aGVsbG8', true())", "hello"),
  value("base64-decode('aGVsb', true())", false),
  value("base64-decode('aGVsbG8===', true())", false),
  value("base64-decode('aGVsb')", "hel"),
  value("base64-decode('')", ""),
  value("base64-decode('aGVsbG8=', true()) = 'hello'", true),
  value("base64-encode(base64-decode('/wB/gMP/'))", "/wB/gMP/"),
  value("concat('[', base64-decode('YQ=='), ']')", "[a]"),
]);

samples("apply-codecs", [
  value("apply-codecs('a+b/c', 'base64-encode', 'url-encode')", "YStiL2M%3D"),
  value("apply-codecs('YStiL2M%3D', 'url-decode', 'base64-decode')", "a+b/c"),
  value("apply-codecs('ÿþ?', 'base64-encode')", "w7/Dvj8="),
  value("apply-codecs('ÿþ?', 'base64url-encode')", "w7_Dvj8"),
  value("apply-codecs('w7_Dvj8', 'base64url-decode')", "ÿþ?"),
  value("apply-codecs('/wB/gMP/', 'base64-decode', 'base64url-encode')", "_wB_gMP_"),
  {
    name: "a codec that is known at run time only",
    flow: "<template>[ {{ apply-codecs('a', $request/get/codec) }} ]</template>",
    request: { query: "codec=__proto__" },
    json: [""],
    check: ({ log }) =>
      expect(log).toMatchObject([{ topic: "apply-codecs", message: 'There is no codec "__proto__".' }]),
  },
]);

samples("deflate and inflate", [
  value("apply-codecs('my input', 'deflate', 'base64-encode', 'url-encode')", "y61UyMwrKC0BAA%3D%3D"),
  value("apply-codecs('y61UyMwrKC0BAA%3D%3D', 'url-decode', 'base64-decode', 'inflate')", "my input"),
  value("apply-codecs('my input', 'deflate', $request/get/c)", "my input", "c=inflate"),
  {
    name: "step by step, through variables",
    flow: `<eval out="$x">apply-codecs("my input", "deflate")</eval><eval out="$y">base64-encode($x)</eval><template>[ {{ urlencode($y) }}, {{ apply-codecs($x, "inflate") }} ]</template>`,
    json: ["y61UyMwrKC0BAA%3D%3D", "my input"],
  },
  {
    ...value("apply-codecs('my input', 'inflate')", ""),
    check: ({ log }) =>
      expect(log).toMatchObject([{ topic: "apply-codecs", message: "inflate cannot decode its input." }]),
  },
]);

test("A text that inflates to more than 64 MiB is refused", () => {
  const bomb = deflateSync(new Uint8Array(65 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(100_000);
  expect(inflateBytes(bomb)).toBe(undefined);
  expect(inflateBytes(deflateSync(new Uint8Array(1_000_000)))?.length).toBe(1_000_000);
});

samples("md5", [
  value("md5('')", "d41d8cd98f00b204e9800998ecf8427e"),
  value("md5('abc')", "900150983cd24fb0d6963f7d28e17f72"),
  value("md5('ä')", "8419b71c87a225a2c70b50486fbee545"),
]);

/** The codecs, of which each must mean the same whether its name is constant or not. */
const codecs = [
  "base64-encode",
  "base64-decode",
  "base64url-encode",
  "base64url-decode",
  "url-encode",
  "url-decode",
];

samples(
  "A codec that is named at run time",
  codecs.map((name) => ({
    name,
    flow: `<eval out="$x">"w7_Dvj8= %41"</eval><template>[ {{ apply-codecs($x, $request/get/c) = apply-codecs($x, "${name}") }}, {{ apply-codecs($x, "${name}") = $x }} ]</template>`,
    request: { query: `c=${name}` },
    json: [true, false],
    check: ({ log }) => expect(log).toStrictEqual([]),
  })),
);

samples("Case", [
  value("capitalize-first('foo bar')", "Foo bar"),
  value("capitalize-first('éa')", "Éa"),
  value("capitalize-first('ßa')", "ßa"),
  value("capitalize-first('1a')", "1a"),
  value("capitalize-first(' foo')", " foo"),
  value("capitalize-first('Foo')", "Foo"),
  value("capitalize-first('')", ""),
  value("tolower('ÄBC')", "äbc"),
  value("toupper('äbc')", "ÄBC"),
  value("toupper($request/get/a)", "X", "a=x"),
  {
    name: "of the context node",
    flow: `<template out="$x">["a", "b"]</template><template>[ {{loop $x}} {{ concat(toupper(), tolower()) }} {{end}} ]</template>`,
    json: ["Aa", "Bb"],
  },
]);

samples("ends-with", [
  value("ends-with('foo', 'oo')", true),
  value("ends-with('foo', 'fo')", false),
  value("ends-with('foo', '')", true),
  value("ends-with($request/path, '.json')", false),
]);

samples("trim", [
  value("trim('  xy\n  ')", "xy"),
  value("trim('\n\t x y \n')", "x y"),
  value("trim('\u00a0x')", "\u00a0x"),
  value("trim('   ')", ""),
  {
    name: "trim() takes vertical tabs away",
    flow: "<template>{{ trim($body/json) }}</template>",
    request: { json: "\v x\v\r" },
    json: "x",
  },
]);

samples("URLs", [
  value("urlencode('a b&c=ä/-_.~')", "a%20b%26c%3D%C3%A4%2F-_.~"),
  value("url-encode('𝄞')", "%F0%9D%84%9E"),
  value("urldecode('a%20b%26%C3%A4+%zz%4')", "a b&ä+%zz%4"),
  value("url-decode('%2b')", "+"),
  value("url-encode(url-decode('%ff%00%c3'))", "%FF%00%C3"),
  value("url-decode(url-encode('%41'))", "%41"),
]);

samples("join", [
  value("join(':', 'a', 'b')", "a:b"),
  value("join(':')", ""),
  value("join(':', 'a')", "a"),
  value("join('-', 1, true(), 'x')", "1-true-x"),
  value("join(', ', xml-parse('<n><a>1</a><a>2</a></n>')/n/*)", "1, 2"),
  value("join(', ', json-parse('[\"Alice\",\"Bob\"]'))", "Alice, Bob"),
  value("join(', ', json-parse('[[1,2],null,{}]'))", "12, , "),
  value("join(', ', json-parse('{\"a\":[1,2],\"b\":3}')/*)", "1, 2, 3"),
  value("join(', ', 'a', $nothing, json-parse('[]'), 'b')", "a, b"),
  value("join(', ', $request/get/none, 'b')", "b"),
]);

findings("Arguments of string functions", {
  "a number where text is taken": {
    flow: "<template>{{ tolower(1 + 1) }}</template>",
    finds: "error",
    message: /FLOW2010 tolower\(\) takes a string or a node-set, but this is a number/,
  },
  "a boolean where text is taken": {
    flow: "<template>{{ toupper(true()) }}</template>",
    finds: "error",
    message: /FLOW2010/,
  },
  "a codec that does not exist": {
    flow: "<template>{{ apply-codecs('a', 'base64-encod') }}</template>",
    finds: "error",
    message: /FLOW2012 There is no codec base64-encod/,
  },
  "a codec named like a member of every object": {
    flow: "<template>{{ apply-codecs('a', 'constructor') }}</template>",
    finds: "error",
    message: /FLOW2012/,
  },
  "no codec": {
    flow: "<template>{{ apply-codecs('a') }}</template>",
    finds: "error",
    message: /FLOW2004/,
  },
});

test("Constant codecs become calls of their own", async () => {
  const flow = `<eval out="$x">apply-codecs($request/path, "base64-encode", "url-encode")</eval><template>{{ $x }}</template>`;
  const { modules } = await compileFiles(apiFiles({ "/x": flow }));
  const text = modules.map((module) => module.text).join("\n");
  expect(text).toContain('$.x = urlEncode(base64Encode(string(at($.request, "path"))));');
});
