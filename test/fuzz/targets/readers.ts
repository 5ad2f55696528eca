/** Readers of what clients, upstreams and the files of a flow directory say; each by itself. */
import { flowFunctions as functions } from "../../../compiler/constructs/functions/index.js";
import { language } from "../../../compiler/constructs/index.js";
import { Reporter } from "../../../compiler/diagnostics/reporter.js";
import { parsePathPattern } from "../../../compiler/parse/openapi/path-pattern.js";
import { parseTemplate } from "../../../compiler/parse/template/template.js";
import { parseXml as parseFlowXml } from "../../../compiler/parse/xml/xml.js";
import { parseXPath } from "../../../compiler/parse/xpath/xpath.js";
import { YamlFile, type YamlValue } from "../../../compiler/parse/yaml/yaml.js";
import { MappedText, SourceText } from "../../../compiler/source/source-text.js";
import { parseSettings } from "../../../runtime/base/debug-settings.js";
import { decodePercent } from "../../../runtime/base/percent-decode.js";
import { TreeLimitError } from "../../../runtime/base/tree-limits.js";
import { parseXml, XmlSyntaxError } from "../../../runtime/data/xml/parse-xml.js";
import { splitUrl } from "../../../runtime/http/client-url.js";
import { evaluateConditions, parseHttpDate } from "../../../runtime/http/conditions.js";
import { connectionTokens } from "../../../runtime/http/field-syntax.js";
import { FieldLimitError, parseCookies } from "../../../runtime/http/fields.js";
import { readForm } from "../../../runtime/http/form.js";
import { CharsetError, decode, decodeXml, essence, parameter } from "../../../runtime/http/media-type.js";
import { preferred } from "../../../runtime/http/preferred-example.js";
import { parseRanges } from "../../../runtime/http/ranges.js";
import { parseHtml } from "../../../runtime/language/html/parse-html.js";
import { logUrl } from "../../../runtime/observe/logs/log-url.js";
import { PatternError, translatePattern } from "../../../runtime/pattern/translate-pattern.js";
import { JwtError, JwtKeyError } from "../../../runtime/security/jwt/jwt-error.js";
import { keySetIn } from "../../../runtime/security/jwt/key-set.js";
import { readPemKey } from "../../../runtime/security/jwt/pem-key.js";
import { verifyToken } from "../../../runtime/security/jwt/verify.js";
import { readDirectoryUrl } from "../../../runtime/security/ldap/ldap-url.js";
import { directivesOf, isAcceptable } from "../../../runtime/upstream/cache/cache-options.js";
import { charsets } from "../../../runtime/upstream/plan/percent-encode.js";
import { formats } from "../../../runtime/validation/formats/formats.js";
import type { Target } from "../target.js";
import * as words from "./dictionaries.js";

const encoder = new TextEncoder();

/** Ends where the errors are: each is one of the catalogue. */
const reporting = (read: (source: SourceText, reporter: Reporter) => unknown) => (text: string) => {
  const reporter = new Reporter();
  read(new SourceText("input", text), reporter);
  return reporter.sorted();
};

const flowFiles: readonly Target[] = [
  { name: "reader/flow-xml", dictionary: words.xml, run: reporting(parseFlowXml) },
  {
    name: "reader/template",
    dictionary: words.joined(words.template, words.xpath),
    run: reporting((source, reporter) => parseTemplate(MappedText.ofFile(source), reporter, language)),
  },
  {
    name: "reader/xpath",
    dictionary: words.xpath,
    run: reporting((source, reporter) => parseXPath(MappedText.ofFile(source), reporter, functions)),
  },
  {
    name: "reader/yaml",
    dictionary: words.yaml,
    run: reporting((source, reporter) => {
      const file = YamlFile.parse(source, reporter);
      if (file !== undefined) walk(file, file.root, 0);
    }),
  },
  {
    name: "reader/path-pattern",
    dictionary: words.url,
    run: reporting((source, reporter) =>
      parsePathPattern(source.text, (start, end) => source.span(start, end), reporter),
    ),
  },
];

/** Reads the file as the build does, which stops at some depth too. */
function walk(file: YamlFile, value: YamlValue, depth: number): void {
  if (depth > 20) return;
  for (const entry of file.entries(value) ?? []) walk(file, entry.value, depth + 1);
  for (const item of file.items(value) ?? []) walk(file, item, depth + 1);
  file.scalar(value);
}

const documents: readonly Target[] = [
  {
    name: "reader/xml",
    dictionary: words.xml,
    run: parseXml,
    isExpected: (thrown) => thrown instanceof XmlSyntaxError || thrown instanceof TreeLimitError,
  },
  {
    name: "reader/html",
    dictionary: words.html,
    run: parseHtml,
    isExpected: (thrown) => thrown instanceof TreeLimitError,
  },
  {
    name: "reader/xml-charset",
    dictionary: words.xml,
    run: (text) => decodeXml(encoder.encode(text), undefined),
    isExpected: (thrown) => thrown instanceof CharsetError,
  },
];

const formTarget = (
  name: string,
  mediaType: (text: string) => string,
  more: Partial<Target> = {},
): Target => ({
  name: `reader/${name}`,
  dictionary: words.form,
  run: (text) => readForm(encoder.encode(text), mediaType(text)),
  isExpected: (thrown) => thrown instanceof FieldLimitError,
  ...more,
});

const forms: readonly Target[] = [
  formTarget("multipart", () => "multipart/form-data; boundary=x"),
  formTarget("form", () => "application/x-www-form-urlencoded"),
  formTarget("multipart-boundary", (text) => `multipart/form-data; boundary="${text}"`, { longest: 8_000 }),
];

/** As the values of fields come: without what cannot stand in them, and without space around them. */
const fieldValue = (text: string): string => text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "").trim();

const fieldTarget = (name: string, read: (field: string) => unknown): Target => ({
  name: `header/${name}`,
  dictionary: words.field,
  run: (text) => read(fieldValue(text)),
});

const validators = { etag: '"e"', lastModified: 1_700_000_000_000 };
const examples = [{ mediaType: "application/json" }, { mediaType: "text/html" }] as unknown as Parameters<
  typeof preferred
>[0];

const fields: readonly Target[] = [
  fieldTarget("cookie", parseCookies),
  fieldTarget("media-type", (field) => [
    essence(field),
    parameter(field, "charset"),
    parameter(field, "boundary"),
  ]),
  fieldTarget("charset", (field) => decode(encoder.encode("é"), `text/plain; charset=${field}`)),
  fieldTarget("charset-name", charsets),
  fieldTarget("range", (field) => parseRanges(field, 1_000)),
  fieldTarget("accept", (field) => preferred(examples, field)),
  fieldTarget("cache-control", (field) =>
    isAcceptable(directivesOf(new Headers({ "cache-control": field })), {
      age: 1,
      lifetime: 2,
      mustRevalidate: false,
    }),
  ),
  fieldTarget("connection", (field) => connectionTokens(new Headers({ connection: field }))),
  fieldTarget("date", parseHttpDate),
  ...["if-match", "if-none-match", "if-modified-since", "if-unmodified-since"].map((name) =>
    fieldTarget(name, (field) =>
      evaluateConditions(new Headers({ [name]: field }), true, validators as never),
    ),
  ),
  fieldTarget("debug", parseSettings),
];

const names: readonly Target[] = [
  { name: "reader/client-url", dictionary: words.url, run: (text) => splitUrl(`http://a/${text}`) },
  { name: "reader/client-authority", dictionary: words.url, run: (text) => splitUrl(`http://${text}`) },
  { name: "reader/percent", dictionary: words.url, run: decodePercent },
  { name: "reader/log-url", dictionary: words.url, run: logUrl },
  {
    name: "reader/ldap-url",
    dictionary: words.url,
    run: (text) => readDirectoryUrl(`ldap://${text}`),
    isExpected: (thrown) => thrown instanceof TypeError && thrown.message === "Invalid URL",
  },
  {
    name: "reader/pattern",
    dictionary: words.pattern,
    longest: 1_000,
    most: 40_000_000,
    run: (text) => translatePattern(text),
    isExpected: (thrown) => thrown instanceof PatternError,
  },
];

const tokens: readonly Target[] = [
  {
    name: "reader/jwt",
    dictionary: words.token,
    run: (text) =>
      verifyToken(
        text,
        "YXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZmFzZGZhc2RmYXNkZg",
        "HS",
      ),
    isExpected: (thrown) => thrown instanceof JwtError,
  },
  { name: "reader/pem-key", dictionary: words.token, run: readPemKey },
  {
    name: "reader/key-set",
    dictionary: words.joined(words.json, words.token),
    run: (text) => keySetIn(`{"keys":[${text}]}`),
    isExpected: (thrown) => thrown instanceof JwtKeyError,
  },
];

type Format = (typeof formats)[keyof typeof formats];

/** Every format that a schema can name. */
export const formatTargets: readonly Target[] = Object.entries(formats).map(([name, format]) => ({
  name: `format/${name}`,
  dictionary: words.joined(words.text, words.url, words.token, words.field),
  longest: 16_000,
  run: (text) => isOfFormat(format, text),
}));

function isOfFormat(format: Format, text: string): unknown {
  if (format === true) return true;
  if (format instanceof RegExp) return format.test(text);
  if (typeof format === "function") return format(text);
  const { validate } = format as { readonly validate: RegExp | string | ((value: never) => unknown) };
  if (validate instanceof RegExp) return validate.test(text);
  return typeof validate === "function" ? validate(text as never) : undefined;
}

export const readers: readonly Target[] = [
  ...flowFiles,
  ...documents,
  ...forms,
  ...fields,
  ...names,
  ...tokens,
  ...formatTargets,
];
