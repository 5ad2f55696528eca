/** The `regex` action. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";

const text = (value: string, action: string) =>
  `<eval out="$text">${JSON.stringify(value)}</eval>${action}<copy in="$text"/>`;

samples("regex", {
  "replaces every match in a variable": {
    flow: text("foo Foo", '<regex in="$text" out="$text" pattern="/foo/i" replace="bar"/>'),
    text: "bar bar",
  },
  "knows the groups of the pattern": {
    flow: text(
      "on 2026-11-05",
      '<regex in="$text" out="$text" pattern="|20(\\d\\d)-(\\d\\d)-(\\d\\d)|" replace="$3.$2.$1"/>',
    ),
    text: "on 05.11.26",
  },
  "braces are those of the pattern, never expressions": {
    flow: text("aaa", '<regex in="$text" out="$text" pattern="#a{2}#" replace="{b}$0"/>'),
    text: "{b}aaa",
  },
  "brackets delimit in pairs, and u changes nothing": {
    flow: text("a(b)", '<regex in="$text" out="$text" pattern=" {\\(b\\)}u " replace=""/>'),
    text: "a",
  },
  "a delimiter in the pattern is escaped": {
    flow: text("a/b", '<regex in="$text" out="$text" pattern="/a\\/b/" replace="c"/>'),
    text: "c",
  },
  "the main content is text that keeps its type, and can be parsed afterwards": {
    flow: '<template>{ "name": "Ada" }</template><regex pattern="/Ada/" replace="Bob"/><template>{ "was": {{ name }} }</template>',
    json: { was: "Bob" },
  },
  "JSON in a variable becomes its text": {
    flow: '<template out="$json">{ "n": 1 }</template><regex in="$json" out="$text" pattern="/1/" replace="2"/><template>{{ $text }}</template>',
    json: '{"n":2}',
  },
  "XML in a variable becomes its text": {
    flow: `<eval out="$xml">xml-parse("&lt;a>1&lt;/a>")/a</eval><regex in="$xml" out="$text" pattern="/1/" replace="2"/><copy in="$text"/>`,
    text: "<a>2</a>",
  },
  "without a match nothing changes": {
    flow: text("foo", '<regex in="$text" out="$text" pattern="/x/" replace=""/>'),
    text: "foo",
  },
  "without input, the output stays what it is": {
    flow: text("foo", '<regex out="$text" pattern="/x/" replace=""/>'),
    text: "foo",
  },
});

findings("regex: arguments", {
  "pattern is required": { flow: '<regex replace="a"/>', finds: "error", message: /pattern/ },
  "replace is required": { flow: '<regex pattern="/a/"/>', finds: "error", message: /replace/ },
  "it takes no text": { flow: '<regex pattern="/a/" replace="">b</regex>', finds: "error" },
});
