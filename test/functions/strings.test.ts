import { expect } from "vitest";
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";
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

samples("Case", [
  value("capitalize-first('foo bar')", "Foo bar"),
  value("capitalize-first('éa')", "Éa"),
  value("capitalize-first('ßa')", "ßa"),
  value("capitalize-first('1a')", "1a"),
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

findings("Arguments of string functions", [
  {
    name: "a number where text is taken",
    flow: "<template>{{ tolower(1 + 1) }}</template>",
    finds: "error",
    message: /FLOW2010 tolower\(\) takes a string or a node-set, but this is a number/,
  },
  {
    name: "a boolean where text is taken",
    flow: "<template>{{ toupper(true()) }}</template>",
    finds: "error",
    message: /FLOW2010/,
  },
  {
    name: "a codec that does not exist",
    flow: "<template>{{ apply-codecs('a', 'base64-encod') }}</template>",
    finds: "error",
    message: /FLOW2012 There is no codec base64-encod/,
  },
  {
    name: "a codec named like a member of every object",
    flow: "<template>{{ apply-codecs('a', 'constructor') }}</template>",
    finds: "error",
    message: /FLOW2012/,
  },
  {
    name: "no codec",
    flow: "<template>{{ apply-codecs('a') }}</template>",
    finds: "error",
    message: /FLOW2004/,
  },
]);
