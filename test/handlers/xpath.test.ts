/** The namespace `xpath` of handlers: each member does to plain data what the same XPath does in a flow beside it. */
import { describe, expect, test } from "vitest";
import { xpath } from "../../runtime/handler.js";
import { send } from "../support/client.js";
import { app, type Files } from "../support/compile.js";

const order = {
  id: 7,
  name: "  Ada  Lovelace ",
  title: "ada née 😀",
  nothing: null,
  yes: true,
  no: false,
  empty: "",
  zero: 0,
  half: "2.5",
  lines: [
    { item: "b", price: 5, tags: ["x", "y"] },
    { item: "a", price: 10, tags: [] },
    { item: "c", price: "7" },
  ],
  one: [{ price: 1 }],
  none: [],
  limits: [5, 6],
  customer: { name: "Ada", mail: "a@b", "ba z": 1 },
  key: "mail",
  other: "ba z",
  text: "a,b,,c",
  source: '{"a":[1,2]}',
  page: '<p:r xmlns:p="urn:p" xml:lang="en-GB"><a x="1">one</a><b/><a>two</a></p:r>',
};

/** By each member: what a template writes, whose context is the order, and what a handler answers that has it as `order`. */
const members: Readonly<Record<string, readonly [template: string, handler: string]>> = {
  at: [
    '[ {{ customer/name }}, {{ lines/value/price }}, {{ count(lines/value/price) }}, {{ one/value/price }}, {{ id/x ?? "gone" }}, {{ nothing ?? "null" }}, {{ lines/value[price > 6][1]/item }}, {{ sum(//price) }}, {{ count(missing) }} ]',
    'xpath.at(order, "customer", "name"), xpath.json(xpath.at(order, "lines", "value", "price")), xpath.count(xpath.at(order, "lines", "value", "price")), xpath.at(order, "one", "value", "price"), xpath.at(order, "id", "x") ?? "gone", xpath.at(order, "nothing") ?? "null", xpath.at(order, "lines", xpath.child("value", (line) => xpath.greater(line.price, 6), 1), "item"), xpath.sum(xpath.at(order, xpath.descendant("price"))), xpath.count(xpath.at(order, "missing"))',
  ],
  path: [
    "[ {{ name(customer/..) }} ]",
    'xpath.name(xpath.at(xpath.path(order, "customer"), xpath.parent("node()")))',
  ],
  nodes: [
    "[ {{ count(customer/*[../mail]) }}, {{ customer/*[name() = 'mail'] }} ]",
    'xpath.count(xpath.at(xpath.nodes(order), "customer", xpath.child("*", (item) => xpath.exists(xpath.at(item, xpath.parent("node()"), "mail"))))), xpath.string(xpath.at(xpath.nodes(order), "customer", xpath.child("*", (item) => xpath.name(item) === "mail")))',
  ],
  filter: [
    "[ {{ (//price)[2] }} ]",
    'xpath.json(xpath.filter(xpath.path(order, xpath.descendant("price")), 2))',
  ],
  union: [
    "[ {{ count(customer | lines | customer) }} ]",
    'xpath.count(xpath.union(xpath.path(order, "customer"), xpath.path(order, "lines"), xpath.path(order, "lines"))) ',
  ],
  where: [
    "[ {{ count(lines/value[price > 6]) }}, {{ lines/value[price > 9]/item }} ]",
    "xpath.count(xpath.where(order.lines, (line) => xpath.greater(line.price, 6))), xpath.where(order.lines, (line) => xpath.greater(line.price, 9)).item",
  ],
  each: ["[ {{ array(lines/value/item) }} ]", "xpath.array(xpath.each(order.lines, (line) => line.item))"],
  nth: [
    "[ {{ lines/value[2]/item }}, {{ lines/value[last()]/item }}, {{ count(lines/value[9]) }} ]",
    "xpath.nth(order.lines, 2).item, xpath.nth(order.lines, -1).item, xpath.count(xpath.nth(order.lines, 9))",
  ],
  members: [
    '[ {{ customer/name }}, {{ id/name ?? "gone" }} ]',
    'xpath.members(order.customer).name, xpath.members(order.id).name ?? "gone"',
  ],
  documentRoot: [
    "[ {{ count(/json/lines) }} ]",
    'xpath.count(xpath.path(xpath.documentRoot(xpath.variable($, "body")), "json", "lines"))',
  ],
  rootElement: ["[ {{ customer/name }} ]", 'xpath.rootElement(xpath.variable($, "body")).customer.name'],
  ...Object.fromEntries(
    [
      ["ancestor", '"customer", "name"', '"*"', "customer/name/ancestor::*"],
      ["ancestorOrSelf", '"customer", "name"', '"*"', "customer/name/ancestor-or-self::*"],
      ["attribute", '"customer"', '"*"', "customer/@*"],
      ["child", '"lines", "value"', '"price"', "lines/value/price"],
      ["descendant", '"lines"', '"value"', "lines//value"],
      ["descendantOrSelf", '"lines"', '"lines"', "lines/descendant-or-self::lines"],
      ["following", '"customer"', '"*"', "customer/following::*"],
      [
        "followingSibling",
        '"lines", xpath.child("value", 1)',
        '"value", 2',
        "lines/value[1]/following-sibling::value[2]",
      ],
      ["namespace", '"customer"', '"*"', "customer/namespace::*"],
      ["parent", '"customer", "name"', '"customer"', "customer/name/parent::customer"],
      ["preceding", '"customer"', '"*"', "customer/preceding::*"],
      [
        "precedingSibling",
        '"lines", xpath.child("value", 3)',
        '"value", 1',
        "lines/value[3]/preceding-sibling::value[1]",
      ],
      ["self", '"customer"', '"customer"', "customer/self::customer"],
    ].map(([step, before, test, path]) => [
      step,
      [
        `[ {{ count(${path}) }}, {{ string(${path}) }} ]`,
        `...((nodes) => [xpath.count(nodes), xpath.string(nodes)])(xpath.path(order, ${before}, xpath.${step}(${test})))`,
      ],
    ]),
  ),
  named: [
    "[ {{ customer/*[name() = $body/json/key] }} ]",
    "xpath.at(order.customer, xpath.named(order.key))",
  ],
  locallyNamed: [
    "[ {{ customer/*[local-name() = $body/json/key] }} ]",
    "xpath.at(order.customer, xpath.locallyNamed(order.key))",
  ],
  jsonElement: [
    "[ {{ customer/json-element[@name = $body/json/other] }} ]",
    "xpath.at(order.customer, xpath.jsonElement(order.other))",
  ],
  ...Object.fromEntries(
    [
      ["equal", "="],
      ["notEqual", "!="],
      ["less", "&lt;"],
      ["lessOrEqual", "&lt;="],
      ["greater", "&gt;"],
      ["greaterOrEqual", "&gt;="],
    ].map(([member, operator]) => [
      member,
      [
        `[ ${["id OP 7", "half OP 2.5", 'title OP "x"', "missing OP 1", "nothing OP ''", "lines/value/price OP 7", "limits/value OP lines/value/price", "yes OP 'true'", "missing OP missing", "id OP missing", "id OP true()", "none OP false()"].map((one) => `{{ ${one.replace("OP", operator as string)} }}`).join(", ")} ]`,
        `...((c) => [c(order.id, 7), c(order.half, 2.5), c(order.title, "x"), c(order.missing, 1), c(order.nothing, ""), c(xpath.at(order, "lines", "value", "price"), 7), c(xpath.at(order, "limits", "value"), xpath.at(order, "lines", "value", "price")), c(order.yes, "true"), c(order.missing, order.missing), c(order.id, order.missing), c(order.id, true), c(order.none, false)])(xpath.${member})`,
      ],
    ]),
  ),
  compare: [
    '[ {{ "5" = 5 }}, {{ 5 &lt; id }}, {{ true() != "" }} ]',
    'xpath.compare("5", "=", 5), xpath.compare(5, "<", xpath.path(order, "id")), xpath.compare(true, "!=", "")',
  ],
  compareFound: [
    "[ {{ id = 7 }}, {{ id > limits/value }} ]",
    'xpath.compareFound(order.id, "=", 7), xpath.compareFound(order.id, ">", xpath.at(order, "limits", "value"))',
  ],
  compareNodes: [
    "[ {{ yes = yes }}, {{ yes != no }}, {{ id = missing }} ]",
    'xpath.compareNodes(order.yes, "=", order.yes), xpath.compareNodes(order.yes, "!=", order.no), xpath.compareNodes(order.id, "=", order.missing)',
  ],
  exists: [
    "[ {{ boolean(no) }}, {{ boolean(zero) }}, {{ boolean(empty) }}, {{ boolean(none) }}, {{ boolean(nothing) }}, {{ boolean(missing) }} ]",
    "xpath.exists(order.no), xpath.exists(order.zero), xpath.exists(order.empty), xpath.exists(order.none), xpath.exists(order.nothing), xpath.exists(order.missing)",
  ],
  toBoolean: [
    "[ {{ boolean(string(empty)) }}, {{ boolean(number(zero)) }}, {{ boolean(lines) }} ]",
    "xpath.toBoolean(xpath.string(order.empty)), xpath.toBoolean(xpath.number(order.zero)), xpath.toBoolean(order.lines)",
  ],
  holds: [
    "[ {{ lines/value[$second]/item }} ]",
    'xpath.at(order, "lines", xpath.child("value", (_, position) => xpath.holds($.second, position)), "item")',
  ],
  string: [
    "[ {{ string(id) }}, {{ string(yes) }}, {{ string(nothing) }}, {{ string(missing) }}, {{ string(customer) }}, {{ string(limits) }}, {{ string(0.1 + 0.2) }}, {{ string(0.0000001) }} ]",
    "xpath.string(order.id), xpath.string(order.yes), xpath.string(order.nothing), xpath.string(order.missing), xpath.string(order.customer), xpath.string(order.limits), xpath.string(0.1 + 0.2), xpath.string(0.0000001)",
  ],
  number: [
    "[ {{ number(half) }}, {{ string(number(yes)) }}, {{ string(number(empty)) }}, {{ string(number(missing)) }}, {{ string(number('1e3')) }} ]",
    'xpath.number(order.half), xpath.string(xpath.number(order.yes)), xpath.string(xpath.number(order.empty)), xpath.string(xpath.number(order.missing)), xpath.string(xpath.number("1e3"))',
  ],
  toNumber: [
    "[ {{ number(true()) }}, {{ number(half) }} ]",
    "xpath.toNumber(true), xpath.toNumber(order.half)",
  ],
  json: [
    "[ {{ customer }}, {{ lines/value/price }}, {{ missing }}, {{ 0 div 0 }} ]",
    'xpath.json(order.customer), xpath.json(xpath.at(order, "lines", "value", "price")), xpath.json(order.missing), xpath.json(NaN)',
  ],
  exactNumber: [
    '[ "9007199254740993", 5 ]',
    'String(xpath.exactNumber("9007199254740993")), xpath.exactNumber("5")',
  ],
  name: [
    "[ {{ name(xml-parse(page)/*) }}, {{ name(lines/value) }}, {{ name(missing) }} ]",
    'xpath.name(xpath.path(page, "*")), xpath.name(xpath.path(order, "lines", "value")), xpath.name(order.missing)',
  ],
  localName: [
    "[ {{ local-name(xml-parse(page)/*) }}, {{ local-name(missing) }} ]",
    'xpath.localName(xpath.path(page, "*")), xpath.localName(order.missing)',
  ],
  namespaceUri: [
    "[ {{ namespace-uri(xml-parse(page)/*) }}, {{ namespace-uri(lines) }} ]",
    'xpath.namespaceUri(xpath.path(page, "*")), xpath.namespaceUri(order.lines)',
  ],
  id: ['[ {{with xml-parse(page)}} {{ count(id("none")) }} {{end}} ]', 'xpath.count(xpath.id(page, "none"))'],
  lang: [
    '[ {{ count(xml-parse(page)//a[lang("en")]) }}, {{ lang("en") }} ]',
    'xpath.count(xpath.path(page, xpath.descendant("a", (a) => xpath.lang(a, "en")))), xpath.lang(order, "en")',
  ],
  fitSerialize: [
    "[ {{ fit-serialize(xml-parse(page), false()) }}, {{ fit-serialize(customer) }}, {{ fit-serialize(5) }} ]",
    'xpath.fitSerialize(page, false), xpath.fitSerialize(xpath.path(order, "customer")), xpath.fitSerialize(5)',
  ],
  count: [
    "[ {{ count(lines/value) }}, {{ count(lines) }}, {{ count(missing) }}, {{ count(lines/value[price > 6]) }} ]",
    'xpath.count(xpath.at(order, "lines", "value")), xpath.count(order.lines), xpath.count(order.missing), xpath.count(order.lines, (line) => xpath.greater(line.price, 6))',
  ],
  sum: [
    "[ {{ sum(lines/value/price) }}, {{ sum(missing) }}, {{ string(sum(lines/value/item)) }} ]",
    'xpath.sum(order.lines, (line) => line.price), xpath.sum(order.missing), xpath.string(xpath.sum(xpath.at(order, "lines", "value", "item")))',
  ],
  floor: ["[ {{ floor(half) }}, {{ floor(-1.5) }} ]", "xpath.floor(order.half), xpath.floor(-1.5)"],
  ceiling: ["[ {{ ceiling(half) }} ]", "xpath.ceiling(order.half)"],
  round: [
    "[ {{ round(half) }}, {{ round(-2.5) }}, {{ string(round(missing)) }} ]",
    "xpath.round(order.half), xpath.round(-2.5), xpath.string(xpath.round(order.missing))",
  ],
  unixtime: ["[ {{ unixtime() > 1000000000 }} ]", "xpath.unixtime() > 1000000000"],
  concat: [
    "[ {{ concat(id, yes, missing, nothing, half) }} ]",
    "xpath.concat(order.id, order.yes, order.missing, order.nothing, order.half)",
  ],
  contains: [
    '[ {{ contains(id, 7) }}, {{ contains(missing, "a") }}, {{ contains(title, missing) }} ]',
    'xpath.contains(order.id, 7), xpath.contains(order.missing, "a"), xpath.contains(order.title, order.missing)',
  ],
  startsWith: [
    '[ {{ starts-with(id, "7") }}, {{ starts-with(title, "née") }} ]',
    'xpath.startsWith(order.id, "7"), xpath.startsWith(order.title, "née")',
  ],
  endsWith: ["[ {{ ends-with(half, 5) }} ]", "xpath.endsWith(order.half, 5)"],
  substring: [
    "[ {{ substring(title, 9) }}, {{ substring(title, 1.5, 2.6) }}, {{ substring(title, 0, 3) }}, {{ substring(title, 2, missing) }}, {{ substring(id, 1) }}, {{ substring(missing, 1) }} ]",
    "xpath.substring(order.title, 9), xpath.substring(order.title, 1.5, 2.6), xpath.substring(order.title, 0, 3), xpath.substring(order.title, 2, order.missing), xpath.substring(order.id, 1), xpath.substring(order.missing, 1)",
  ],
  substringBefore: [
    '[ {{ substring-before(half, ".") }}, {{ substring-before(title, "?") }} ]',
    'xpath.substringBefore(order.half, "."), xpath.substringBefore(order.title, "?")',
  ],
  substringAfter: [
    '[ {{ substring-after(half, ".") }}, {{ substring-after(title, missing) }} ]',
    'xpath.substringAfter(order.half, "."), xpath.substringAfter(order.title, order.missing)',
  ],
  stringLength: [
    "[ {{ string-length(title) }}, {{ string-length(id) }}, {{ string-length(missing) }} ]",
    "xpath.stringLength(order.title), xpath.stringLength(order.id), xpath.stringLength(order.missing)",
  ],
  normalizeSpace: [
    "[ {{ normalize-space(name) }}, {{ normalize-space(id) }} ]",
    "xpath.normalizeSpace(order.name), xpath.normalizeSpace(order.id)",
  ],
  translate: [
    '[ {{ translate(title, "aé", "A") }}, {{ translate(id, 7, 8) }} ]',
    'xpath.translate(order.title, "aé", "A"), xpath.translate(order.id, 7, 8)',
  ],
  tolower: [
    "[ {{ tolower(customer/name) }}, {{ tolower(yes) }} ]",
    "xpath.tolower(order.customer.name), xpath.tolower(order.yes)",
  ],
  toupper: ["[ {{ toupper(title) }} ]", "xpath.toupper(order.title)"],
  capitalizeFirst: [
    "[ {{ capitalize-first(title) }}, {{ capitalize-first(missing) }} ]",
    "xpath.capitalizeFirst(order.title), xpath.capitalizeFirst(order.missing)",
  ],
  trim: ["[ {{ trim(name) }}, {{ trim(id) }} ]", "xpath.trim(order.name), xpath.trim(order.id)"],
  join: [
    '[ {{ join("-", lines/value/item) }}, {{ join(id, limits, "z", missing) }} ]',
    'xpath.join("-", xpath.at(order, "lines", "value", "item")), xpath.join(order.id, order.limits, "z", order.missing)',
  ],
  matches: [
    '[ {{ matches(title, "^a.a") }}, {{ matches(id, "8") }} ]',
    "xpath.matches(order.title, /^a.a/), xpath.matches(order.id, /8/)",
  ],
  replace: ['[ {{ replace(text, ",+", ";") }} ]', 'xpath.replace(order.text, /,+/g, ";")'],
  replacement: [
    '[ {{ replace(text, "([a-c]),", "$1$$;") }} ]',
    'xpath.replace(order.text, /([a-c]),/g, xpath.replacement("$1$$;", 1))',
  ],
  split: [
    '[ {{ count(split(text, ",")) }}, {{ split(text, ",")[3] }}, {{ count(split(name)) }} ]',
    "xpath.count(xpath.split(order.text, /,/g)), xpath.string(xpath.filter(xpath.split(order.text, /,/g), 3)), xpath.count(xpath.split(order.name))",
  ],
  base64Encode: [
    "[ {{ base64-encode(title) }}, {{ base64-encode(id) }} ]",
    "xpath.base64Encode(order.title), xpath.base64Encode(order.id)",
  ],
  base64Decode: [
    '[ {{ base64-decode("YWRh!") }}, {{ base64-decode("YWRh!", true()) }} ]',
    'xpath.base64Decode("YWRh!"), xpath.base64Decode("YWRh!", true)',
  ],
  base64UrlEncode: [
    '[ {{ apply-codecs(title, "base64url-encode") }} ]',
    "xpath.base64UrlEncode(order.title)",
  ],
  base64UrlDecode: [
    '[ {{ apply-codecs("YWRh_w", "base64url-decode", "base64-encode") }} ]',
    'xpath.base64Encode(xpath.base64UrlDecode("YWRh_w"))',
  ],
  urlEncode: ["[ {{ urlencode(title) }} ]", "xpath.urlEncode(order.title)"],
  urlDecode: ['[ {{ urldecode("a%20b+%zz") }} ]', 'xpath.urlDecode("a%20b+%zz")'],
  md5: ["[ {{ md5(title) }}, {{ md5(id) }} ]", "xpath.md5(order.title), xpath.md5(order.id)"],
  uuid3: [
    "[ {{ uuid3(title) }}, {{ uuid3(title, id) }} ]",
    "xpath.uuid3(order.title), xpath.uuid3(order.title, order.id)",
  ],
  deflate: [
    '[ {{ apply-codecs(title, "deflate", "base64-encode") }} ]',
    "xpath.base64Encode(xpath.deflate(order.title))",
  ],
  array: [
    "[ {{ array(lines/value/price) }}, {{ array(missing) }} ]",
    'xpath.array(xpath.at(order, "lines", "value", "price")), xpath.array(order.missing)',
  ],
  arrayReverse: [
    '[ {{ array-reverse(limits) }}, {{ array-reverse(id) ?? "none" }} ]',
    'xpath.arrayReverse(order.limits), xpath.arrayReverse(order.id) ?? "none"',
  ],
  sort: [
    '[ {{ sort(lines, "item") }}, {{ sort(limits, "", true()) }}, {{ sort(lines, "price") }} ]',
    "xpath.sort(order.lines, (line) => line.item), xpath.sort(order.limits, undefined, true), xpath.sort(order.lines, (line) => line.price)",
  ],
  lookup: [
    '[ {{ lookup("words.json", "one") }}, {{ lookup("words.json", id, "none") }} ]',
    'xpath.lookup({ one: 1 }, "one"), xpath.lookup({ one: 1 }, order.id, "none")',
  ],
  jsonParse: [
    '[ {{ json-parse(source)/a }}, {{ json-parse(title) ?? "none" }} ]',
    'xpath.jsonParse(order.source).a, xpath.jsonParse(order.title) ?? "none"',
  ],
  jsonStringify: [
    "[ {{ json-stringify(customer) }}, {{ json-stringify(limits, true()) }}, {{ json-stringify(missing) }} ]",
    "xpath.jsonStringify(order.customer), xpath.jsonStringify(order.limits, true), xpath.jsonStringify(order.missing)",
  ],
  jsonToXml: [
    "[ {{ json-to-xml(source)/json/a/value[2] }} ]",
    'xpath.json(xpath.at(xpath.jsonToXml(order.source), "json", "a", xpath.child("value", 2)))',
  ],
  loop: [
    "[ {{loop lines}} [ {{ item }}, {{ position() }}, {{ last() }} ] {{end}} {{loop id}} 1 {{end}} ]",
    "...xpath.loop(order.lines, (line, position, last) => [line.item, position, last]), ...xpath.loop(order.id, () => 1)",
  ],
  loopItems: [
    "[ {{loop lines}} {{if price > 6}} {{ item }}, 1 {{end}} {{end}} ]",
    "...xpath.loopItems(order.lines, (line) => xpath.greater(line.price, 6) ? [line.item, 1] : [])",
  ],
  loopPairs: [
    "[ { {{loop lines}} {{: item }} {{end}} } ]",
    'xpath.loopPairs(order.lines, (line) => xpath.pairs(line, "item"))',
  ],
  pairs: [
    "[ { {{: customer/* }} }, { {{: id | yes | missing }} } ]",
    'xpath.pairs(order.customer, "*"), xpath.pairs(order, "id", "yes", "missing")',
  ],
  object: [
    "[ { {{: customer/name }} {{,}} {{: id }} } ]",
    'xpath.object(xpath.pairs(order.customer, "name"), xpath.pairs(order, "id"))',
  ],
  omitMissing: [
    '[ {{loop lines}} { {{: item | tags }} {{,}} "n": {{ position() }} } {{end}} ]',
    '...xpath.loop(order.lines, (line, position) => xpath.omitMissing(line, ["item", "tags"], ({ item, tags }) => ({ item, tags, n: position })))',
  ],
  within: [
    "[ {{with customer}} {{ name }} {{else}} 0 {{end}}, {{with nothing}} 1 {{else}} 0 {{end}} ]",
    "xpath.within(order.customer, (customer) => customer.name, () => 0), xpath.within(order.nothing, () => 1, () => 0)",
  ],
  coalesce: [
    '[ {{ nothing ?? "x" }}, {{ no ?? "x" }}, {{ missing ?? id }}, {{ number(title) ?? 5 }} ]',
    'xpath.coalesce(order.nothing, "x"), xpath.coalesce(order.no, "x"), xpath.coalesce(order.missing, () => order.id), xpath.coalesce(xpath.number(order.title), 5)',
  ],
  none: [
    '[ {{loop lines}} { {{if price = 5}} "a": 1 {{end}} } {{end}} ]',
    "...xpath.loop(order.lines, (line) => xpath.equal(line.price, 5) ? { a: 1 } : xpath.none)",
  ],
  variable: [
    "[ {{ count($several) }}, {{ sum($several) }}, {{ $request/method }} ]",
    'xpath.count(xpath.variable($, "several")), xpath.sum(xpath.variable($, "several")), xpath.at(xpath.variable($, "request"), "method")',
  ],
  content: ["[ {{ content()/json/made }} ]", 'xpath.at(xpath.content($), "json", "made")'],
};

const names = Object.keys(members);
const files: Files = {
  "swagger.yaml":
    'swagger: "2.0"\nx-flow-init: init.xml\npaths: { "/flow": { post: { x-flow: flow.xml } }, "/handler": { post: { x-flow-handler: handler.ts } } }\n',
  "init.xml":
    '<flow><template>{ "made": 5 }</template><eval out="$several">$body/json/lines/value/price</eval><eval out="$second">2</eval></flow>',
  "words.json": '{ "one": 1 }',
  "flow.xml": `<flow><template in="$body">{\n${names.map((name) => `${JSON.stringify(name)}: ${members[name]?.[0].replaceAll(/(?<=\{\{[^}]*) > /g, " &gt; ")}`).join(",\n")}\n}</template></flow>`,
  "handler.ts": `import { handler, respond, xml, xpath } from "flowc/handler";

export default handler(($, request) => {
  const order = request.json;
  const page = xml(order.page);
  respond($, {
${names.map((name) => `    ${name}: [${members[name]?.[1]}],`).join("\n")}
  });
});
`,
};

const answers = async (path: string): Promise<Readonly<Record<string, unknown>>> => {
  const { status, text } = await send(await app(files), { path, json: order });
  expect(status, text).toBe(200);
  return JSON.parse(text) as Record<string, unknown>;
};

describe("on plain data, a handler has of", () => {
  test("xpath all members here", () => {
    expect(names.sort()).toEqual(Object.keys(xpath).sort());
  });

  test.each(Object.keys(xpath))("xpath.%s what a flow has", async (name) => {
    const [inFlow, inHandler] = [await answers("/flow"), await answers("/handler")];
    expect(inFlow[name]).toBeDefined();
    expect(inHandler[name]).toEqual(inFlow[name]);
  });
});
