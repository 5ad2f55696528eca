import { isConnectionField, isToken } from "../../../runtime/http/field-syntax.js";
import {
  algorithmNamed,
  algorithmsOf,
  expectedAlgorithms,
} from "../../../runtime/security/jwt/jwt-algorithms.js";
import { urlProblem } from "../../../runtime/security/jwt/key-set-url.js";
import { unknownMember } from "../../diagnostics/foreign-names.js";
import type { Reporter } from "../../diagnostics/reporter.js";
import type { Files } from "../../source/files.js";
import type { Span } from "../../source/source-text.js";
import type { FlowReference } from "../../syntax/flow.js";
import type { JwtScheme, KeySet, Setting } from "../../syntax/security.js";
import type { YamlEntry } from "../yaml/yaml.js";
import { readSetting } from "./setting.js";

/** The members of `x-flow-jwt` about keys that are fetched. */
const keySetMembers = ["jwks-url", "jwks-ttl", "jwks-max-stale", "jwks-allow-http"] as const;

const members = [
  "key",
  "alg",
  "out-var",
  "out-header",
  "claims",
  "scope-claim",
  "challenge",
  "post-check-flow",
  ...keySetMembers,
] as const;

type Member = (typeof members)[number];

/**
 * Reads `x-flow-jwt`, apart from the scheme around it. Returns `undefined` after reporting that it has no
 * key.
 */
export function readJwt(
  entry: YamlEntry,
  files: Files,
  reporter: Reporter,
): Omit<JwtScheme, "name" | "token"> | undefined {
  return new JwtReader(entry, files, reporter).read();
}

class JwtReader {
  readonly #entries: readonly YamlEntry[];

  constructor(
    private readonly entry: YamlEntry,
    private readonly files: Files,
    private readonly reporter: Reporter,
  ) {
    this.#entries = entry.entries ?? [];
  }

  read(): Omit<JwtScheme, "name" | "token"> | undefined {
    for (const { key, keySpan } of this.#entries) {
      if (!members.some((member) => member === key))
        this.reporter.report(keySpan, "jwtMember", unknownMember(key, members));
    }
    const key = this.#key();
    const others = {
      algorithm: this.#algorithm(),
      claims: this.#claims(),
      scopeClaim: this.#text("scope-claim", "the name of a claim")?.text ?? "scope",
      variable: this.#variable(),
      header: this.#header(),
      challenges: readPermission(this.#member("challenge"), this.reporter),
      postCheckFlow: this.#flow(),
    };
    return key && { key, ...others };
  }

  #member(name: Member): YamlEntry | undefined {
    return this.entry.find(name);
  }

  #setting(entry: YamlEntry): Setting | undefined {
    return readSetting(entry, this.files, this.reporter);
  }

  #text(name: Member, expected: string): { text: string; span: Span } | undefined {
    const entry = this.#member(name);
    if (entry === undefined) return undefined;
    const span = entry.valueSpan;
    const text = entry.string?.trim();
    if (text) return { text, span };
    this.reporter.report(span, "apiType", { key: entry.key, expected });
    return undefined;
  }

  #key(): Setting | KeySet | undefined {
    const entry = this.#member("key");
    const fetched = this.#entries.filter(({ key }) => keySetMembers.some((member) => member === key));
    if (entry !== undefined) {
      for (const { key, keySpan } of fetched) this.reporter.report(keySpan, "keySetBesideKey", { key });
      return this.#setting(entry);
    }
    if (this.#member("jwks-url") !== undefined) return readKeySet(this.entry, this.files, this.reporter);
    this.reporter.report(this.entry.valueSpan, "jwtKeyMissing", { key: this.entry.key });
    return undefined;
  }

  #algorithm(): Setting {
    const entry = this.#member("alg");
    const setting = entry && (this.#algorithmList(entry) ?? this.#setting(entry));
    const algorithms = setting?.kind === "text" ? this.#namedAlgorithms(setting) : [];
    const isSecret = algorithms.some((name) => algorithmNamed(name).keyType === "oct");
    const keys = this.#member("jwks-url");
    if (keys !== undefined && (entry === undefined || isSecret))
      this.reporter.report(setting?.span ?? keys.keySpan, "keySetAlgorithm");
    return setting ?? { kind: "text", span: this.entry.keySpan, text: "HS256" };
  }

  /** Several algorithms in a sequence, as one text. */
  #algorithmList(entry: YamlEntry): Setting | undefined {
    const names = entry.items?.map(({ string }) => string);
    if (names === undefined || names.length === 0 || names.includes(undefined)) return undefined;
    return { kind: "text", span: entry.valueSpan, text: names.join(" ") };
  }

  #namedAlgorithms({ text, span }: { text: string; span: Span }): readonly string[] {
    const algorithms = algorithmsOf(text);
    if (algorithms.length === 0) {
      const algorithm = text.split(/[\s,]+/).find((name) => algorithmsOf(name).length === 0) ?? text;
      this.reporter.report(span, "jwtAlgorithm", { algorithm, known: expectedAlgorithms });
    }
    return algorithms;
  }

  #claims(): JwtScheme["claims"] {
    const entry = this.#member("claims");
    if (entry === undefined) return [];
    const claims = entry.entries;
    if (claims === undefined) {
      const expected = "a mapping of claims to their values";
      this.reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected });
    }
    return (claims ?? []).flatMap((claim) => {
      const expected = this.#setting(claim);
      return expected === undefined ? [] : [{ name: claim.key, expected }];
    });
  }

  #variable(): string {
    const found = this.#text("out-var", "the name of a variable, such as $jwt");
    if (found === undefined) return "jwt";
    const name = /^\$([A-Za-z_][A-Za-z0-9_-]*)$/.exec(found.text)?.[1];
    if (name === undefined) this.reporter.report(found.span, "variableName", { text: found.text });
    return name ?? "jwt";
  }

  #header(): string | undefined {
    const found = this.#text("out-header", "the name of a header field");
    if (found === undefined) return undefined;
    const name = found.text.toLowerCase();
    if (!isToken(name) || isConnectionField(name))
      this.reporter.report(found.span, "jwtHeader", { name: found.text });
    return name;
  }

  #flow(): FlowReference | undefined {
    const found = this.#text("post-check-flow", "the name of a flow file");
    return found && { span: found.span, src: found.text };
  }
}

/** Seconds: a day, and a week. */
const longestTimeToLive = 86_400;
const longestStale = 604_800;

/** Reads where a key set is, and how long its keys are used. Returns `undefined` after reporting an error. */
function readKeySet(jwt: YamlEntry, files: Files, reporter: Reporter): KeySet | undefined {
  const member = (name: Member) => jwt.find(name);
  const seconds = (name: Member, least: number, most: number) => {
    const entry = member(name);
    if (entry === undefined) return undefined;
    const value = entry.scalar;
    if (typeof value === "number" && value >= least && value <= most) return value;
    const expected = `a number of seconds from ${least} to ${most}`;
    reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected });
    return undefined;
  };
  const timeToLive = seconds("jwks-ttl", 1, longestTimeToLive);
  const maxStale = seconds("jwks-max-stale", 0, longestStale);
  const allowsHttp = readPermission(member("jwks-allow-http"), reporter);
  const entry = member("jwks-url");
  const url = entry && readSetting(entry, files, reporter);
  if (url === undefined) return undefined;
  checkUrl(url, allowsHttp, reporter);
  return { kind: "key-set", url, timeToLive, maxStale, allowsHttp };
}

function readPermission(entry: YamlEntry | undefined, reporter: Reporter): boolean {
  if (entry === undefined) return false;
  const value = entry.boolean;
  if (value === undefined)
    reporter.report(entry.valueSpan, "apiType", { key: entry.key, expected: "true or false" });
  return value === true;
}

function checkUrl(url: Setting, allowsHttp: boolean, reporter: Reporter): void {
  if (url.kind !== "text") return;
  const problem = urlProblem(url.text, allowsHttp);
  if (problem === "malformed") reporter.report(url.span, "keySetUrl");
  if (problem === "insecure") reporter.report(url.span, "keySetInsecure");
}
