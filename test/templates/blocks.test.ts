/** Template commands with an end: conditions, loops and contexts. */
import { findings } from "../support/findings.js";
import { samples } from "../support/samples.js";
import { rendered, renderedXml } from "./rendered.js";

const issue = { a: -2, b: 4, c: 37, issue: { category: 6 } };
const chain = "{{if a > 0}} 1 {{elseif b > 5}} 2 {{elseif b > 3}} 3 {{else}} 4 {{end}}";
const values = { zero: 0, empty: "", no: false, text: "false", none: null, list: [], object: {} };

samples("Condition", [
  rendered(
    `{
      "numbers": [ {{if a > 0 }} {{ b }} {{else}} {{ c }} {{end}} ],
      {{if issue/category }}
        "category": {{ issue/category }},
        {{if issue/category = 6 }} "isPrivate": false {{else}} "isPrivate": true {{end}}
      {{end}}
    }`,
    issue,
    { numbers: [37], category: 6, isPrivate: false },
  ),
  rendered(chain, { a: 1, b: 9 }, 1),
  rendered(chain, { a: 0, b: 9 }, 2),
  rendered(chain, { a: 0, b: 4 }, 3),
  rendered(chain, {}, 4),
  rendered("[ {{if a}} 1 {{end}} ]", {}, []),
  rendered("[ {{if a}} 1, 2 {{else}} 3 {{end}} ]", { a: 1 }, [1, 2]),
  rendered('{ {{if a}} "b": 1, "c": 2 {{end}} }', { a: 1 }, { b: 1, c: 2 }),
  rendered(
    '{ "a": {{if a}} { "b": {{if b}} 1 {{else}} 2 {{end}} } {{else}} [] {{end}} }',
    { a: 1 },
    { a: { b: 2 } },
  ),
  rendered("[ {{if zero}} 1 {{else}} 0 {{end}}, {{if zero + 0}} 1 {{else}} 0 {{end}} ]", values, [1, 0]),
  rendered(
    "[ {{if empty}} 1 {{else}} 0 {{end}}, {{if string(empty)}} 1 {{else}} 0 {{end}} ]",
    values,
    [1, 0],
  ),
  rendered("[ {{if no}} 1 {{else}} 0 {{end}}, {{if no = 'true'}} 1 {{else}} 0 {{end}} ]", values, [1, 0]),
  rendered("[ {{if text}} 1 {{else}} 0 {{end}}, {{if none}} 1 {{else}} 0 {{end}} ]", values, [1, 1]),
  rendered("[ {{if list}} 1 {{else}} 0 {{end}}, {{if list/value}} 1 {{else}} 0 {{end}} ]", values, [1, 0]),
  rendered("[ {{if object}} 1 {{else}} 0 {{end}}, {{if missing}} 1 {{else}} 0 {{end}} ]", values, [1, 0]),
  rendered("[ {{if 0 div 0}} 1 {{else}} 0 {{end}}, {{if 'false'}} 1 {{else}} 0 {{end}} ]", values, [0, 1]),
  rendered("{{if (a)}} 1 {{else}} 0 {{end}}", { a: 1 }, 1),
  rendered("{{if a}} { {{else}} [ {{end}} {{if a}} } {{else}} ] {{end}}", { a: 1 }, {}),
]);

findings("Conditions that cannot be", {
  "without an expression": {
    flow: "<template>{{if}} 1 {{else}} 2 {{end}}</template>",
    finds: "error",
    message: /0\.xml:2:\d+ error FLOW2005/,
  },
  "without {{end}}": {
    flow: "<template>{{if a}} 1 {{else}} 2</template>",
    finds: "error",
    message: /0\.xml:2:11 error FLOW3003/,
  },
  "with {{elseif}} behind {{else}}": {
    flow: "<template>{{if a}} 1 {{else}} 2 {{elseif b}} 3 {{end}}</template>",
    finds: "error",
    message: /0\.xml:2:33 error FLOW3004/,
  },
  "with a condition for {{else}}": {
    flow: "<template>{{if a}} 1 {{else b}} 2 {{end}}</template>",
    finds: "error",
    message: /FLOW3005/,
  },
  "that may leave no value": {
    flow: `<template>{ "a": {{if a}} 1 {{end}} }</template>`,
    finds: "warning",
    message: /FLOW3010 .*where \{\{if a\}\} \(2:18\) is false: a value is missing/,
  },
});

const list = {
  list: [1, 2, 3],
  users: [
    { n: "a", v: 1 },
    { n: "b", v: null },
  ],
  lists: [[1], [2, 3]],
  one: { k: 1, l: 2 },
};

samples("Loop", [
  rendered('{ "numbers": [ {{loop list}} {{ . }} {{end}} ] }', list, { numbers: [1, 2, 3] }),
  rendered("[ {{loop list}} {{.}}, {{end}} 4 ]", list, [1, 2, 3, 4]),
  rendered("[ {{loop list}} {{.}} {{,}} {{end}} ]", list, [1, 2, 3]),
  rendered("[ 0, {{loop list}} {{.}}, {{end}} 4 ]", { list: [] }, [0, 4]),
  rendered("[ {{loop list}} {{.}}, {{ . * 10 }} {{end}} ]", list, [1, 10, 2, 20, 3, 30]),
  rendered("[ {{loop list}} {{if . > 1}} {{.}} {{end}} {{end}} ]", list, [2, 3]),
  rendered("[ {{loop list}} {{if . = 2}} {{end}} {{end}} ]", list, []),
  rendered("{ {{loop users}} {{ string(n) }}: {{ v }} {{end}} }", list, { a: 1, b: null }),
  rendered("{ {{loop users}} {{: n }} {{end}} }", list, { n: "b" }),
  rendered("[ {{loop users}} {{ n }}, {{ ../../list/value[1] }}, {{ /json/one/k }} {{end}} ]", list, [
    "a",
    1,
    1,
    "b",
    1,
    1,
  ]),
  rendered("[ {{loop list}} {{ position() * 10 + last() }} {{end}} ]", list, [13, 23, 33]),
  rendered("[ {{loop lists}} [ {{loop .}} {{.}} {{end}} ] {{end}} ]", list, [[1], [2, 3]]),
  rendered("[ {{loop lists/value}} {{.}} {{end}} ]", list, [1]),
  rendered(
    "[ {{loop list/value}} {{.}} {{end}} {{,}} {{loop one}} {{.}} {{end}} {{,}} {{loop none}} 1 {{end}} ]",
    list,
    [],
  ),
  rendered("[ {{loop list[2]}} {{.}} {{end}} ]", list, []),
  rendered("[ {{loop array(list/value[. > 1])}} {{.}} {{end}} ]", list, [2, 3]),
  rendered("[ {{loop array(one/*)}} {{.}} {{end}} ]", list, [1, 2]),
  rendered("[ {{loop sort(list, '', true())}} {{.}} {{end}} ]", list, [3, 2, 1]),
  rendered("[ {{loop array-reverse(list)}} {{ name() }}, {{ name(..) }} {{end}} ]", { list: [1] }, [
    "value",
    "json",
  ]),
  rendered("[ {{loop json-parse('[1]')}} {{ name() }}, {{ @number }} {{end}} ]", {}, ["value", ""]),
  rendered("[ {{loop .}} {{ name() }} {{end}} ]", [1, 2], ["value", "value"]),
  rendered("[ {{loop json-parse('{\"a\": 1}')}} {{.}} {{end}} ]", {}, []),
  renderedXml(
    "[ {{loop array(body/ul/li)}} {{.}} {{end}} ]",
    "<html><body><ul><li>One</li><li>Two</li></ul></body></html>",
    ["One", "Two"],
  ),
  renderedXml(
    "{ {{loop array(//ul/@*)}} {{ @name }}: {{.}} {{end}} }",
    '<html><ul id="list" foo="bar"/></html>',
    { id: "list", foo: "bar" },
  ),
  renderedXml(
    "[ {{loop array(i)}} {{ name() }}, {{ @k }}, {{ n }} {{end}} ]",
    '<r><i k="1"><n>a</n></i><i/></r>',
    ["i", "1", "a", "i", null, null],
  ),
  renderedXml("[ {{loop i}} {{.}} {{end}} ]", "<r><i>1</i><i>2</i></r>", []),
]);

findings("Loops that cannot be", {
  "over a string": {
    flow: "<template>[ {{loop 'a b'}} {{.}} {{end}} ]</template>",
    finds: "error",
    message: /0\.xml:2:20 error FLOW2007 .*this is a string/,
  },
  "over a number": {
    flow: "<template>[ {{if a}} {{with b}} {{loop count(c)}} 1 {{end}} {{end}} {{end}} ]</template>",
    finds: "error",
    message: /FLOW2007 .*this is a number/,
  },
  "with {{else}}": {
    flow: "<template>[ {{loop a}} 1 {{else}} 2 {{end}} ]</template>",
    finds: "error",
    message: /0\.xml:2:26 error FLOW3004/,
  },
  "with a comma behind the last item": {
    flow: "<template>[ {{loop a}} {{.}}, {{end}} ]</template>",
    finds: "warning",
    message: /FLOW3010 .*where \{\{loop a\}\} \(2:13\) runs once: a comma stands before the \]/,
  },
  "in the place of one value": {
    flow: "<template>{{loop a}} {{.}} {{end}}</template>",
    finds: "warning",
    message: /FLOW3010/,
  },
});

const user = { user: { name: "ada" }, list: [[1], [2]], no: false, none: null, empty: {}, text: "" };

samples(
  "Context",
  [
    rendered('{ {{with ./user}} "Name": {{ name }} {{else}} "Name": "unknown" {{end}} }', user, {
      Name: "ada",
    }),
    rendered(
      '{ {{with ./user}} "Name": {{ name }} {{else}} "Name": "unknown" {{end}} }',
      {},
      { Name: "unknown" },
    ),
    rendered('{ {{with none}} "a": 1 {{end}} }', user, {}),
    rendered("[ {{with no}} {{.}} {{else}} 1 {{end}}, {{with text}} {{.}} {{else}} 1 {{end}} ]", user, [
      false,
      "",
    ]),
    rendered(
      "[ {{with empty}} {{.}} {{else}} 1 {{end}}, {{with none}} {{.}} {{else}} {{ user/name }} {{end}} ]",
      user,
      [{}, "ada"],
    ),
    rendered("{{with list/value}} {{.}} {{else}} 0 {{end}}", user, [1]),
    rendered("{{with 'text'}} {{ concat(., '!') }} {{else}} 0 {{end}}", user, "text!"),
    rendered("{{with 0}} {{ . + 1 }} {{else}} 9 {{end}}", user, 1),
    rendered("{{with user/name}} {{ ../../text }} {{else}} 0 {{end}}", user, ""),
    rendered(
      "{{with user}} {{with name}} [ {{.}}, {{ name() }}, {{ position() }}, {{ last() }} ] {{else}} 0 {{end}} {{else}} 1 {{end}}",
      user,
      ["ada", "name", 1, 1],
    ),
    rendered('{{with json-parse(\'{"a":{"b":1}}\')/a}} [ {{ b }}, {{ name() }} ] {{else}} 0 {{end}}', user, [
      1,
      "a",
    ]),
    rendered('{ {{with $request}} {{: method }} {{end}} {{with user}} "name": {{ name }} {{end}} }', user, {
      method: "POST",
      name: "ada",
    }),
    {
      name: "a file",
      flow: `<template out="$home">{ "location": "home" }</template><template in="$home">{ "realm": {{ location }}, {{with json-doc("login.json")}} "user": {{ user }}, "password": {{ pass }} {{else}} "user": null {{end}} }</template>`,
      json: { realm: "home", user: "fred", password: "wilma" },
    },
  ],
  { files: { "login.json": '{ "user": "fred", "pass": "wilma" }' } },
);

findings("Contexts that cannot be", {
  "without an expression": {
    flow: "<template>[ {{with}} 1 {{end}} ]</template>",
    finds: "error",
    message: /0\.xml:2:\d+ error FLOW2005/,
  },
  "with {{elseif}}": {
    flow: "<template>[ {{with a}} 1 {{elseif b}} 2 {{end}} ]</template>",
    finds: "error",
    message: /0\.xml:2:26 error FLOW3004/,
  },
  "that may leave no value": {
    flow: "<template>{{with a}} 1 {{end}}</template>",
    finds: "warning",
    message: /FLOW3010 .*where \{\{with a\}\} \(2:11\) finds nothing: there is no value/,
  },
});
