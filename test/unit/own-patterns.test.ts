/** Our own regular expressions meet texts of clients, of upstream systems and of flows: each is linear, or has a reason. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Project, SyntaxKind } from "ts-morph";
import { expect, test } from "vitest";
import { ecmaScriptCost } from "../../compiler/parse/pattern/ecma-pattern.js";
import { listFiles } from "../support/project.js";
import { checkSync } from "../support/recheck.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Why another one may stay: what it is used for bounds the text, or the engine does not try each start. */
const reasons: Readonly<Record<string, string>> = {
  "compiler/analyse/urls/check-forms.ts: /\\$([A-Za-z_][\\w-]*)(?:\\/[\\w/-]*)?(?![\\w=-])/g":
    "each search ends at the next $",
  "compiler/constructs/actions/echo.ts: /\\{\\{.*?\\}\\}/s": "a text of a flow, which its author wrote",
  "compiler/code/doc.ts: /[@#](?=__|license\\b|preserve\\b|cc_on\\b)|[@#](?=\\s*source(?:Mapping)?URL\\b)|\\bsource(?:Mapping)?URL(?==)/gi":
    "each search ends at the next @ or #",
  "compiler/constructs/bodies/fields.ts: /^basic\\s+(?![\\w+/-]+=*\\s*$)/i":
    "behind a shorter run of white space comes white space, which the condition does not start with",
  "compiler/load/is-test.ts: /^\\ufeff?(?:\\s|<\\?[^?]*\\?>|<!--(?:[^-]|-[^-])*-->)*<(?:flat|flow)-test(?=[\\s/>])/":
    "the characters behind < decide between its ways",
  "compiler/output/bundle-notice.ts: /^.*[\\\\/]node_modules[\\\\/](?:@[^\\\\/]+[\\\\/])?[^\\\\/]+/":
    "a path",
  'compiler/output/schemas/compile.ts: /(?<=[{,])schemaPath:"(?:[^"\\\\]|\\\\.)*",/g':
    "code that Ajv has made, with strings that have an end",
  "compiler/parse/flow/attribute-template.ts: /^(?:[^}\"']|\"[^\"]*\"|'[^']*')*(?=\\})/":
    "the quotes decide between its ways",
  'runtime/http/field-syntax.ts: /;[ \\t]*(?:([^\\s;="]+)([ \\t]*=[ \\t]*)(?:"([^"]*)"|([^;"]*)))?[ \\t]*/y':
    "it is sticky, and takes nothing twice but white space",
  "runtime/http/media-type.ts: /^<\\?xml\\s[^>]*\\sencoding\\s*=\\s*[\"']([\\w.:-]+)[\"']/i":
    "the first 1024 bytes of a document",
  "runtime/http/media-type.ts: /<!--.*?(?:-->|$)/gs": "the first 1024 bytes of a document",
  "runtime/http/media-type.ts: /<meta[\\s/]([^>]*)>/gi": "the first 1024 bytes of a document",
  "runtime/http/media-type.ts: /(?<![^\\s=>\"'/])([^\\s=>\"'/]+)\\s*=\\s*(\"[^\"]*\"|'[^']*'|[^\\s\"'>]+)/g":
    "the first 1024 bytes of a document",
  "runtime/security/jwt/pem-key.ts: /-----BEGIN EC PARAMETERS-----[^-]*-----END EC PARAMETERS-----/":
    "each search ends at the next hyphen",
  "runtime/upstream/plan/request-url.ts: /\\\\|(?<=[/\\\\]|%2f|%5c)(?:\\.|%2e){1,2}(?=[/\\\\;]|%2f|%5c|%3b|[\\0-\\x20]*$)/gi":
    "the loop is tried behind a slash and dots alone",
  "runtime/data/xml/parse-xml.ts: /<\\?xml[ \\t\\n]+version[ \\t\\n]*=[ \\t\\n]*(?:\"1\\.\\d+\"|'1\\.\\d+')(?:[ \\t\\n]+encoding[ \\t\\n]*=[ \\t\\n]*(?:\"[A-Za-z][\\w.-]*\"|'[A-Za-z][\\w.-]*'))?(?:[ \\t\\n]+standalone[ \\t\\n]*=[ \\t\\n]*(\"yes\"|'yes'|\"no\"|'no'))?[ \\t\\n]*\\?>/y":
    "it is sticky, and words separate its loops",
  "compiler/generate/module/names.ts: /\\{([^}]*)\\}/g": "a segment of a path in an API description",
  "compiler/stylesheets/saxon/errors.ts: /^Error (\\w+)(?: on line (\\d+))?(?: in (\\d+)\\/\\S*)?:\\s*\\n\\s+(.*?)\\s*(?:\\nFailed to compile|(?![\\s\\S]))/ms":
    "what the compiler of stylesheets says of one",
  "compiler/stylesheets/saxon/errors.ts: /file:\\S*\\/(\\d+)\\/[\\w.-]+/g":
    "what the compiler of stylesheets says of one",
  "runtime/security/crypto/pem.ts: /-----BEGIN ([A-Z0-9 ]{1,48})-----((?:(?!-----)[\\s\\S])*)-----END \\1-----/g":
    "no search reads beyond the next five hyphens",
  "compiler/parse/openapi/base-path.ts: /^(?:[a-z][a-z0-9+.-]*:)?\\/\\/[^/?#]*(.*)$/is":
    "with the flag s, what follows the loop that takes anything cannot fail",
  "compiler/stylesheets/saxon/errors.ts: /^Static error in (?:XPath|pattern)(?: on line \\d+)? \\{(.*?)\\}: (.*)$/s":
    "what the compiler of stylesheets says of one",
  "compiler/standalone/tests.ts: /(?<=\\s)\\/\\/ .*$/gm": "the rest of a line, which nothing follows",
  "runtime/upstream/send/exchange.ts: /^[\\d.]+$|:/": "the name of a host, which a URL bounds",
  "runtime/xslt/pattern.ts: /'(.*)'|\"(.*)\"/": "a pattern of a stylesheet, which the build has read",
  "compiler/editor/completion/json.ts: /[\\w-]*$/":
    "a hundred characters before the place where someone writes",
  "compiler/editor/description.ts: /(x-(?:flow|flat)-handler|x-(?:flow|flat)(?:-init)?|^\\s*flow)[\"']?:\\s{0,99}[\"']?([^\\s\"',{}]*)$/":
    "500 characters of a line",
  "compiler/editor/description.ts: /[^\\s\"',{}[\\]#]*$/": "500 characters of a line",
  'compiler/output/files-beside.ts: /^export (\\{[^}]*\\}) from "([^"]*)\\.js"/gm': "a module of our own",
  "compiler/editor/documentation/documentation.ts: /\\n\\s*\\n/": "a page of our documentation",
  "compiler/editor/documentation/documentation.ts: /\\s*\\n\\s*/g": "a page of our documentation",
  "compiler/editor/generated.ts: / {2,99}\\/\\/ [^\"'`]*$/": "a line of generated code",
  "runtime/security/crypto/pem.ts: /.{64}(?=.)/g": "64 characters are no loop",
  "runtime/security/crypto/pem.ts: /^Proc-Type:.*ENCRYPTED$/m": "each line is tried once",
  "runtime/observe/trace/mask-text.ts: /(?<![\\w.-])([\\w.-]+)[\"']?\\]?[ \\t]*(?::=|=>|[:=])(?!\\/\\/)/g":
    "a name is tried at its first character alone",
  "runtime/observe/trace/mask-text.ts: /(?<![\\w.-])([\\w.-]+)[\"']?[ \\t]*[:=][ \\t]*[\"']?([\\w.-]{1,64})[\"']?(?=[ \\t]*(?:[,;&}\\]]|$))/gm":
    "a name is tried at its first character alone, and the loops behind it have no character in common",
  "runtime/observe/trace/mask-url.ts: /(?:\\b[a-z][a-z0-9+.-]{0,20}:\\/\\/|\\/|[?#;][\\w.~%[\\]-]{1,200}=)[^\\s\"'<>\\\\]+/gi":
    "200 characters are tried behind a mark at most",
  "runtime/observe/trace/traced-credentials.ts: /^(?:apikey|aws4-hmac-sha256|basic|bearer|digest|dpop|gnap|hoba|jwt|mutual|negotiate|ntlm|oauth|privatetoken|scram-sha-(?:1|256)|signature|token|vapid) +(?=\\S)/i":
    "one loop at the start of a text",
  "runtime/observe/trace/mask-xml.ts: /(?<![\\w.:-])([\\w.:-]+)(\\s*=\\s*)(\"[^\"]*\"?|'[^']*'?|[^\\s\"'<>=]+)/g":
    "a name is tried at its first character alone",
  "runtime/observe/trace/masks.ts: /(?<=-----BEGIN [A-Z ]{0,20}PRIVATE KEY-----)[^-]+/g":
    "it looks back 60 characters at most",
  "runtime/observe/trace/masks.ts: /(?<=\\b(?:bearer|basic) {1,4})(?=[a-z~-]*[\\d=._+/])[\\w.~+/=-]{6,}/gi":
    "it is tried behind the two words alone",
  "runtime/observe/trace/masks.ts: /(?<=\\b[a-z][a-z0-9+.-]{0,20}:\\/\\/)[^\\s/?#\"'<>@]{1,1000}(?=@)/gi":
    "a thousand characters behind the two slashes",
};

interface Literal {
  readonly path: string;
  readonly source: string;
  readonly flags: string;
}

function literals(): readonly Literal[] {
  const project = new Project({ useInMemoryFileSystem: true });
  const paths = ["runtime", "compiler"].flatMap((directory) =>
    listFiles(`${root}${directory}`).map((path) => `${directory}/${path}`),
  );
  return paths
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => {
      const file = project.createSourceFile(path, readFileSync(`${root}${path}`, "utf8"));
      return file.getDescendantsOfKind(SyntaxKind.RegularExpressionLiteral).map((literal) => {
        const text = literal.getText();
        const end = text.lastIndexOf("/");
        return { path, source: text.slice(1, end), flags: text.slice(end + 1) };
      });
    });
}

/** By its form, or, since that says little, by an analyser. What that cannot tell in a minute needs a reason. */
function isLinear({ source, flags }: Literal): boolean {
  // Without regard to case, texts are as slow in lower case as in any.
  const folded = flags.includes("i") ? source.replace(/\\.|[A-Z]/g, (found) => lower(found)) : source;
  // The start of any line is no start of the text.
  const lines = flags.includes("m") ? `(?:${folded})|[]` : folded;
  const sticky = flags.includes("y") ? `^(?:${lines})` : lines;
  return (
    ecmaScriptCost(sticky).nativeLength === Number.POSITIVE_INFINITY ||
    checkSync(source, flags, { checker: "automaton", timeout: 60_000 }).status === "safe"
  );
}

const lower = (found: string): string => (found.startsWith("\\") ? found : found.toLowerCase());

test("Each is linear, or has a reason", { timeout: 600_000 }, () => {
  const all = literals();
  expect(all.length).toBeGreaterThan(100);
  const found = new Map(
    all.map((literal) => [`${literal.path}: /${literal.source}/${literal.flags}`, literal]),
  );
  expect(Object.keys(reasons).filter((name) => !found.has(name))).toEqual([]);
  const others = [...found].filter(([name]) => !Object.hasOwn(reasons, name));
  const slow = others.filter(([, literal]) => !isLinear(literal)).map(([name]) => name);
  expect(slow).toEqual([]);
});
