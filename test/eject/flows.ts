/** Flows of several actions at random, and what surrounds them: sub-flows, an init flow, an error flow, an upstream system. */
import type { RequestListener } from "node:http";
import fc from "fast-check";
import { type AppOptions, inXml } from "../support/samples.js";

const pick = <T>(...all: readonly T[]): fc.Arbitrary<T> => fc.constantFrom(...all);

/** Texts put together of texts at random. */
const text = (
  strings: TemplateStringsArray,
  ...parts: readonly fc.Arbitrary<string>[]
): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((made) => strings.map((one, index) => one + (made[index] ?? "")).join(""));

const variables = ["$a", "$b", "$c", "$d"] as const;
const anyVariable = pick(...variables);
const name = pick("a", "b", "c", "name", "price", "value", "length", "items");

/** What leads to one value at most, or to nothing. */
const place: fc.Arbitrary<string> = fc.oneof(
  text`$body/json/${name}`,
  text`$body/json/${name}`,
  text`$body/json/${name}/${name}`,
  text`$body/json/items/value/${name}`,
  text`$body/json/items/value[${pick("1", "2", "last()", "price > 1", "name = 'x'", "a", "position() = 2", "not(a)")}]`,
  text`$body/json/items/value[${pick("1", "price > 1", "name = 'x'", "b = a")}]/${name}`,
  pick(
    "$body/json",
    "$body",
    "$body//a",
    "$body/json/*",
    "$body/json/items/value",
    "$body/json/items/*/name",
  ),
  pick(
    "$request/get/q",
    "$request/get/n",
    "$request/get/flag",
    "$request/get/list",
    "$request/get/other",
    "$request/params/id",
  ),
  pick(
    "$request/headers/x-h",
    "$request/headers/x-n",
    "$request/cookies/c",
    "$request/method",
    "$request/post/a",
    "$request/get",
  ),
  pick("$env/EJECT_SET", "$env/EJECT_UNSET", "$error/message", "$error/status", "$error/own", "$server/name"),
  pick(
    "content()/json/a",
    "content()/json/items/value",
    "content('one')/json/b",
    "content('two')/json/items/value/price",
    "content()/r/a",
  ),
  pick(
    "$upstream/one/status",
    "$upstream/one/headers/x-up",
    "$upstream/two/error/status",
    "$upstream/one/headers/set-cookie",
    "array($upstream/one/headers/set-cookie)",
    "content('one')/html/body/p",
  ),
  anyVariable,
  anyVariable,
  text`${anyVariable}/${name}`,
  text`${anyVariable}/items/value`,
  text`${anyVariable}/value[${pick("1", "price > 1", "name")}]`,
);

/** The same in a loop or in another context. */
const inner: fc.Arbitrary<string> = fc.oneof(
  name,
  name,
  text`${name}/${name}`,
  pick(
    ".",
    "position()",
    "last()",
    "..",
    "../*",
    "items/value",
    "value",
    "*",
    "name()",
    "value[1]",
    "items/value[price > 1]",
  ),
  place,
);

const literal = pick("'x'", "''", "'5'", "'true'", "'a b'", '"it\'s"');
const numeral = pick("0", "1", "2", "5", "1.5", "-1");

type Depth = { readonly maxDepth: number; readonly depthIdentifier: fc.DepthIdentifier };

/** Expressions of which each leaf is one of these. */
function expressionsOf(leaf: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const options: Depth = { maxDepth: 2, depthIdentifier: fc.createDepthIdentifier() };
  return fc.letrec<{ any: string }>((tie) => {
    const any = tie("any");
    return {
      any: fc.oneof(
        options,
        leaf,
        leaf,
        leaf,
        literal,
        numeral,
        text`string(${any})`,
        text`number(${any})`,
        text`count(${leaf})`,
        text`sum(${leaf})`,
        text`not(${any})`,
        text`boolean(${any})`,
        text`concat(${any}, ${any})`,
        text`concat('<', ${any}, ' - ', ${any})`,
        text`contains(${any}, ${any})`,
        text`starts-with(${any}, ${any})`,
        text`ends-with(${any}, ${any})`,
        text`substring(${any}, ${numeral})`,
        text`substring-before(${any}, ${literal})`,
        text`string-length(${any})`,
        text`normalize-space(${any})`,
        text`translate(${any}, 'x', 'y')`,
        text`floor(${any})`,
        text`ceiling(${any})`,
        text`round(${any})`,
        text`toupper(${any})`,
        text`join(',', ${leaf})`,
        text`array(${leaf})`,
        text`sort(${leaf}, ${pick("'price'", "'name'", "'.'")})`,
        text`lookup(${leaf}, ${any}, ${any})`,
        text`json-stringify(${leaf})`,
        text`json-parse(${any})`,
        text`(${leaf} | ${leaf})`,
        text`(${leaf})[1]`,
        text`name(${leaf})`,
        text`(${any} ${pick("=", "!=", "<", ">", "<=", ">=", "=", "!=")} ${any})`,
        text`(${leaf} ${pick("=", "!=", ">")} ${fc.oneof(literal, numeral, pick("true()", "false()"))})`,
        text`(${any} ${pick("and", "or")} ${any})`,
        text`(${any} ${pick("+", "-", "*", "div", "mod")} ${any})`,
      ),
    };
  }).any;
}

const expression = expressionsOf(place);
const innerExpression = expressionsOf(inner);

const member = pick("a", "b", "c", "name", "price", "items", "x-y");

/** JSON templates: the value, and the members of an object. */
function templatesOf(
  any: fc.Arbitrary<string>,
  leaf: fc.Arbitrary<string>,
  below: () => fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const options: Depth = { maxDepth: 2, depthIdentifier: fc.createDepthIdentifier() };
  return fc.letrec<{ value: string; member: string; item: string }>((tie) => {
    const [value, members, item] = [tie("value"), tie("member"), tie("item")];
    const content = below();
    return {
      value: fc.oneof(
        options,
        text`{{ ${any} }}`,
        text`{{ ${any} }}`,
        text`{{ ${leaf} ?? ${any} }}`,
        text`{{ ${any} ?? ${leaf} ?? ${literal} }}`,
        pick("null", "true", "1.5", '"text"', "[]", "{}"),
        text`{ ${members} }`,
        text`{ ${members} {{,}} ${members} }`,
        text`{ ${members} {{,}} ${members} {{,}} ${members} }`,
        text`[ ${item} ]`,
        text`[ ${item} {{,}} ${item} ]`,
        text`"in {{ ${any} }}"`,
        text`{{if ${any}}} ${value} {{else}} ${value} {{end}}`,
        text`{{with ${leaf}}} ${content} {{else}} ${value} {{end}}`,
        text`{{$v := ${any}}} { "v": {{ $v }} {{,}} "w": {{ concat($v, "") }} {{,}} ${members} }`,
      ),
      member: fc.oneof(
        options,
        text`"${member}": ${value}`,
        text`"${member}": ${value}`,
        text`{{: ${leaf} }}`,
        text`{{: ${leaf} | ${leaf} }}`,
        text`{{if ${any}}} "${member}": ${value} {{end}}`,
        text`{{if ${any}}} "${member}": ${value} {{else}} ${members} {{end}}`,
        text`{{with ${leaf}}} "${member}": ${content} {{end}}`,
        text`{{with ${leaf}}} {{: ${name} | ${name} }} {{end}}`,
        text`{{ concat("n", ${any}) }}: ${value}`,
        text`{{loop ${leaf}}} {{ concat("l", position()) }}: ${content} {{end}}`,
      ),
      item: fc.oneof(
        options,
        value,
        text`{{loop ${leaf}}} ${content} {{end}}`,
        text`{{loop ${leaf}}} ${content} {{,}} {{end}}`,
        text`{{loop ${leaf}}} {{if ${innerExpression}}} ${content} {{end}} {{end}}`,
        text`{{if ${any}}} ${value} {{end}}`,
      ),
    };
  }).value;
}

const small: fc.Arbitrary<string> = fc.oneof(
  text`{{ ${innerExpression} }}`,
  text`{ "p": {{ ${inner} }}, "i": {{ position() }} {{,}} {{: ${name} | ${name} }} }`,
  text`{{ ${inner} ?? ${literal} }}`,
  pick("{{ . }}"),
);
const innerTemplate = templatesOf(innerExpression, inner, () => small);
const template = templatesOf(expression, place, () => fc.oneof(small, innerTemplate));

const status = pick("200", "201", "404", "{$request/get/n}", "{$body/json/a}");
const out = text` out="${anyVariable}"`;
const context = fc.oneof(pick("", "", ' in="$body"', ' in=""'), text` in="${anyVariable}"`);
const url = fc.oneof(
  pick("/json", "/text", "/xml", "/missing", "/several", "/page").map(
    (path) => `{{ concat($env/EJECT_UPSTREAM, "${path}") }}`,
  ),
  text`{{ concat($env/EJECT_UPSTREAM, "/", ${pick("$request/params/id", "$body/json/a", "'x'")}) }}`,
);
const request = fc.oneof(
  text`{ "url": ${url} }`,
  text`{ "url": ${url}, "query": { "q": {{ ${expression} }} } }`,
  text`{ "url": {{ concat($env/EJECT_UPSTREAM, "/echo") }}, "method": "POST", "body": { "value": ${template} } }`,
  text`{ "url": {{ concat($env/EJECT_UPSTREAM, "/echo") }}, "headers": { "x-up": {{ string(${expression}) }} }, "method": "POST" }`,
);

/** One action, and a blank before each condition. */
const actions = (inside: fc.Arbitrary<string>): fc.Arbitrary<string> => {
  const test = fc.oneof(expression, place).map((one) => attribute(one));
  const maybe = fc.oneof({ weight: 4, arbitrary: pick("") }, { weight: 1, arbitrary: text` if="${test}"` });
  const content = template.map(inXml);
  const value = expression.map(inXml);
  return fc.oneof(
    { weight: 5, arbitrary: text`<eval${out}${maybe}>${value}</eval>` },
    { weight: 4, arbitrary: text`<template${out}${context}${maybe}>${content}</template>` },
    { weight: 5, arbitrary: text`<template${context}${maybe}>${content}</template>` },
    { weight: 3, arbitrary: text`<if test="${test}">${inside}</if>` },
    { weight: 2, arbitrary: text`<if test="${test}">${inside}</if><else>${inside}</else>` },
    {
      weight: 2,
      arbitrary: text`<if test="${test}">${inside}</if><elseif test="${test}">${inside}</elseif><else>${inside}</else>`,
    },
    {
      weight: 1,
      arbitrary: text`<error${maybe}>{ "status": ${pick("404", "{{ $body/json/a }}", "{{ $request/get/q }}", "418")}, "message": ${pick('"no"', "{{ string($a) }}")}, "own": {{ ${value} }} }</error>`,
    },
    { weight: 1, arbitrary: text`<error status="${pick("400", "409")}"${maybe}>"refused"</error>` },
    { weight: 2, arbitrary: text`<set-status code="${status}"${maybe}/>` },
    {
      weight: 2,
      arbitrary: text`<set-response-headers${maybe}>{ "X-One": {{ string-length(${value}) }}, "X-Two": ${pick("null", '"b"', '[ "a", "b" ]')} }</set-response-headers>`,
    },
    {
      weight: 1,
      arbitrary: text`<set-response-headers status="${pick("202", "205")}">{ "X-One": "c" {{,}} {{: $upstream/one/headers/x-up }} }</set-response-headers>`,
    },
    {
      weight: 3,
      arbitrary: text`<sub-flow src="${pick("reads.xml", "sets.xml", "answers.xml", "asks.xml", "ends.xml", "returns.xml", "looks.xml")}"${maybe}/>`,
    },
    {
      weight: 2,
      arbitrary: text`<request content="${pick("one", "two")}"${maybe}>${request.map(inXml)}</request>`,
    },
    { weight: 2, arbitrary: text`<request${maybe}>${request.map(inXml)}</request>` },
    {
      weight: 1,
      arbitrary: text`<requests>{ "one": ${request.map(inXml)}, "${pick("two", "main")}": ${request.map(inXml)} }</requests>`,
    },
    { weight: 1, arbitrary: text`<log>{ "a": {{ ${value} }} }</log>` },
    { weight: 1, arbitrary: text`<break${maybe}/>` },
    { weight: 1, arbitrary: text`<return${maybe}/>` },
    {
      weight: 1,
      arbitrary: text`<echo${pick("", ' mime="text/csv"', ' status="203"')}${maybe}>x,${pick("y", "{$a}", "\n  z")}</echo>`,
    },
    { weight: 1, arbitrary: text`<copy in="${anyVariable}"${fc.oneof(pick(""), out)}/>` },
    {
      weight: 1,
      arbitrary: text`<regex in="${anyVariable}" out="${anyVariable}" pattern="/x/" replace="z"/>`,
    },
    {
      weight: 1,
      arbitrary: text`<pass-body request="one" mime="${pick("text/plain", "application/json")}" status="${pick("200", "206")}"/>`,
    },
  );
};

const attribute = (source: string): string => inXml(source).replaceAll('"', "&quot;");

const simple = fc.array(
  actions(pick('<eval out="$a">1</eval>', '<template>{ "branch": {{ $a }} }</template>', "<break/>")),
  { minLength: 1, maxLength: 2 },
);
const branch = simple.map((all) => all.join("\n"));

/** The content of a flow: several actions, and most of the time an answer at its end. */
export const flows: fc.Arbitrary<string> = fc
  .tuple(
    fc.array(actions(branch), { minLength: 1, maxLength: 6 }),
    fc.oneof(
      pick(""),
      template.map((one) => `<template>${inXml(one)}</template>`),
    ),
  )
  .map(([all, last]) => [...all, last].filter((one) => one !== "").join("\n"));

/** Flows of one template, whose expressions are short. */
export const templatesAlone: fc.Arbitrary<string> = fc
  .tuple(context, template)
  .map(([where, one]) => `<template${where}>${inXml(one)}</template>`);

const flow = (content: string): string => `<flow>\n${content}\n</flow>\n`;

export const surroundings: AppOptions = {
  init: '<eval out="$d">$request/get/d</eval>',
  error:
    '<set-status code="{$error/status}"/><template>{ "failed": {{ $error/message }}, "own": {{ $error/own }}, "a": {{ $a }}, "b": {{ string($b) }}, "content": {{ content("one")/json }} }</template>',
  files: {
    "reads.xml": flow('<eval out="$seen">concat(string($a), "|", count($b), "|", string($c/name))</eval>'),
    "sets.xml": flow(
      '<eval out="$a">$body/json/b</eval><template out="$b">{ "name": {{ $c }}, "items": [1, 2] }</template>',
    ),
    "answers.xml": flow(
      '<template>{ "a": {{ $a }}, "items": [{ "price": 2 }], "seen": {{ $seen }} }</template><set-status code="202"/>',
    ),
    "asks.xml": flow(
      '<request content="one">{ "url": {{ concat($env/EJECT_UPSTREAM, "/json?sub") }} }</request>',
    ),
    "ends.xml": flow('<error if="$a = \'5\'" status="409">"ended"</error><break if="$b"/>'),
    "returns.xml": flow('<return if="$a"/><eval out="$c">content()/json/a</eval>'),
    "looks.xml": flow(
      '<eval out="$c">content()</eval><template out="$d">{{ content("one")/json/a }}</template>',
    ),
  },
};

/** Answers the same each time. */
export const system: RequestListener = (request, response) => {
  const [path = ""] = (request.url ?? "").split("?");
  const send = (status: number, type: string, body: string, more: Record<string, string | string[]> = {}) => {
    response.writeHead(status, { "content-type": type, "x-up": "up", ...more });
    response.end(body);
  };
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    if (path === "/json")
      send(
        200,
        "application/json",
        '{"a":{"b":1},"b":[1,2],"name":"up","items":[{"name":"x","price":1},{"name":"y","price":3}]}',
      );
    else if (path === "/text") send(200, "text/plain", "plain");
    else if (path === "/xml") send(200, "application/xml", "<r><a>1</a><a>2</a></r>");
    else if (path === "/page") send(200, "text/html", "<p>1<p>2");
    else if (path === "/several") send(201, "application/json", "[1]", { "set-cookie": ["c=1", "d=2"] });
    else if (path === "/echo")
      send(
        200,
        "application/json",
        JSON.stringify({
          a: Buffer.concat(chunks).toString(),
          name: request.headers["x-up"] ?? null,
          b: request.method,
          c: request.url,
        }),
      );
    else send(404, "application/json", JSON.stringify({ name: "missing", a: request.url }));
  });
};
