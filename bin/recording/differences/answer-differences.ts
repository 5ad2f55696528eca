import { isJson } from "../../../runtime/http/index.js";
import {
  type Fields,
  fieldValue,
  type RecordedExchange,
  type RecordedUpstream,
} from "../../../runtime/observe/trace/index.js";
import type { AskedUpstream } from "../../../runtime/tracing.js";
import { bytesOf } from "../body.js";
import type { LooseUpstream } from "../unmatched.js";
import { bodyDifferences } from "./body-differences.js";
import type { Difference } from "./difference.js";
import { type SentUpstream, urlOf } from "./sent-upstream.js";

export interface Answer {
  readonly status: number;
  readonly fields: Fields;
  readonly body: Uint8Array;
}

/** Fields of connections and of servers, which say nothing of a flow. */
const ofServers =
  /^(?:connection|keep-alive|transfer-encoding|content-length|trailer|upgrade|date|via|x-flowc-.*)$/;

/** Fields that clients of upstream systems add by themselves, and those that name the request. */
const ofClients =
  /^(?:host|connection|keep-alive|transfer-encoding|content-length|te|upgrade|expect|accept-encoding|accept-language|user-agent|sec-fetch-.*|priority|via|forwarded|x-forwarded-.*|x-real-ip|traceparent|tracestate|baggage|b3|x-b3-.*|(?:x-)?(?:request|correlation|trace|amzn-trace)-id)$/;

export function answerDifferences(was: Answer, is: Answer): readonly Difference[] {
  const status = { what: "", was: String(was.status), is: String(is.status) };
  if (was.status >= 500 !== is.status >= 500)
    return [{ class: was.status >= 500 ? "old-failed" : "new-failed", ...status }];
  if (was.status !== is.status) {
    const found: Difference = { class: "status", ...status };
    // An answer of another kind has another body, which says nothing new.
    if (Math.floor(was.status / 100) !== Math.floor(is.status / 100)) return [found];
    return [found, ...fieldDifferences(was.fields, is.fields, ofServers), ...bodies(was, is)];
  }
  return [...fieldDifferences(was.fields, is.fields, ofServers), ...bodies(was, is)];
}

const bodies = (was: Answer, is: Answer): readonly Difference[] =>
  bodyDifferences(
    { bytes: was.body, type: fieldValue(was.fields, "content-type") },
    { bytes: is.body, type: fieldValue(is.fields, "content-type") },
  ).map(({ problem, member, ...values }) => ({ class: `body-member-${problem}`, what: member, ...values }));

function fieldDifferences(was: Fields, is: Fields, ignored: RegExp): readonly Difference[] {
  const [before, now] = [fieldsOf(was, ignored), fieldsOf(is, ignored)];
  return [...new Set([...before.keys(), ...now.keys()])].flatMap((key) => {
    const [old, own] = [before.get(key), now.get(key)];
    const { name = "", detail } = old ?? own ?? {};
    if (normal(name, old) === normal(name, own)) return [];
    return {
      ...{ class: "field", what: name, was: old?.value ?? "", is: own?.value ?? "" },
      ...(detail !== undefined && { detail }),
      whole: { at: key, was: old?.value, is: own?.value },
    };
  });
}

interface FieldPart {
  readonly name: string;
  /** The cookie, or its attribute. */
  readonly detail?: string;
  readonly value: string;
}

/** The values of fields, by the names; those of cookies one by one, since a secret in one says nothing of the others. */
function fieldsOf(fields: Fields, ignored: RegExp): ReadonlyMap<string, FieldPart> {
  const found = new Map<string, FieldPart>();
  const put = (name: string, value: string, detail?: string): void => {
    const key = detail === undefined ? name : `${name} ${detail}`;
    const before = found.get(key);
    const all = before === undefined ? value : `${before.value}, ${value}`;
    found.set(key, { name, value: all, ...(detail !== undefined && { detail }) });
  };
  for (const [sent, value] of fields) {
    const name = sent.toLowerCase();
    if (ignored.test(name)) continue;
    if (name !== "cookie" && name !== "set-cookie") {
      put(name, value);
      continue;
    }
    const [first = "", ...others] = value.split(/; */);
    const cookie = nameIn(first);
    put(name, first, cookie);
    for (const other of others)
      if (name === "cookie") put(name, other, nameIn(other));
      else if (other !== "") put(name, other, `${cookie} ${nameIn(other).toLowerCase()}`);
  }
  return found;
}

/** The name of a cookie, or of its attribute. */
const nameIn = (pair: string): string => pair.replace(/\s*=.*$/s, "").trim();

/** A value as a text that is the same for values of the same meaning; the fields of the two sides come in any order. */
function normal(name: string, part: FieldPart | undefined): string | undefined {
  if (part === undefined) return name === "accept" ? "*/*" : undefined;
  const { value, detail = "" } = part;
  // Names of attributes of cookies, and these values of them, have no case (RFC 6265, section 5.2).
  if (name === "set-cookie" && detail.includes(" "))
    return / (?:domain|samesite)$/.test(detail)
      ? value.toLowerCase().replace(/= *\.?/, "=")
      : value.replace(/^[^=]*/, (attribute) => attribute.trim().toLowerCase());
  if (name !== "content-type") return value.replace(/\s*,\s*/g, ", ").trim();
  const [type = "", ...parameters] = value.toLowerCase().replaceAll('"', "").split(";");
  // JSON is always UTF-8 (RFC 8259, section 11). Boundaries are chosen anew each time.
  const kept = parameters
    .map((parameter) => parameter.trim())
    .filter(
      (parameter) => !parameter.startsWith("boundary=") && !(isJson(type) && parameter === "charset=utf-8"),
    );
  return [type.trim(), ...kept.sort()].join(";");
}

/** Of the upstream requests of one exchange. More say nothing new. */
const maxDifferences = 200;

/** The differences between the upstream requests that were recorded, and those that the app would send. */
export function upstreamDifferences(
  { upstream }: Pick<RecordedExchange, "upstream">,
  sent: readonly SentUpstream[],
  origins: Origins,
): readonly Located[] {
  const found: Located[] = [];
  const seen = upstream.map(({ isUnseen }) => isUnseen === true);
  for (const [number, request] of sent.entries()) {
    const { id, recorded, method, url } = request;
    const before = recorded === undefined ? undefined : upstream[recorded];
    if (recorded === undefined || before === undefined) {
      found.push({ number, class: "upstream-request-extra", what: id, was: "", is: `${method} ${url}` });
    } else {
      seen[recorded] = true;
      for (const difference of requestChanges(before, request, origins))
        found.push({ number, recorded, ...difference });
    }
  }
  for (const [index, { request }] of upstream.entries()) {
    if (seen[index]) continue;
    if (found.length >= maxDifferences) break;
    const { method, target } = request;
    const what = `${method} ${urlOf(target).pathname.replace(/\/(?!v\d+\b)(?=[^/]*\d)[^/]+/g, "/*")}`;
    found.push({
      number: undefined,
      class: "upstream-request-missing",
      what,
      was: `${method} ${target}`,
      is: "",
    });
  }
  return [...found, ...orderDifferences(upstream, sent)];
}

export interface Located extends Difference {
  /** The upstream request of the app; `undefined` for one that it has not sent. */
  readonly number: number | undefined;
  /** The recorded one that it is taken for. */
  readonly recorded?: number;
}

/** What an upstream request of the app has other than a recorded one. */
export function requestChanges(
  { request }: RecordedUpstream,
  sent: AskedUpstream,
  origins: Origins = new Origins(),
): readonly Difference[] {
  const [before, now] = [urlOf(request.target), urlOf(sent.url)];
  const found: Difference[] = [];
  const add = (part: string, of: Omit<Difference, "class" | "what">): void => {
    found.push({ ...of, class: "upstream-request-changed", what: `${sent.id}: ${part}` });
  };
  const values = (at: string, was: string | undefined, is: string | undefined) => ({
    ...{ was: was ?? "", is: is ?? "", whole: { at, was, is } },
  });
  if (request.method !== sent.method) add("method", { was: request.method, is: sent.method });
  if (!origins.isSame(before, now))
    add("URL", {
      ...{ was: before.href, is: now.href },
      whole: { at: "", was: origins.now(before, now), is: now.origin + now.pathname },
    });
  const [asked, asks] = [parametersOf(before), parametersOf(now)];
  for (const name of new Set([...asked.keys(), ...asks.keys()])) {
    const [was, is] = [asked.get(name), asks.get(name)];
    if (was !== is) add("query", { ...values(name, was, is), detail: name });
  }
  const fields = fieldDifferences(request.fields, sent.fields, ofClients);
  for (const { what, ...values } of fields) add(`field ${what}`, values);
  const type = fieldValue(sent.fields, "content-type") || fieldValue(request.fields, "content-type");
  const bodies = bodyDifferences({ bytes: bytesOf(request.body), type }, { bytes: sent.body, type });
  for (const { problem, member, ...values } of bodies)
    add(`body ${member} ${problem}`.replace(/ +/g, " "), values);
  return found;
}

/** Each parameter as it is sent, but for its coding: with its name, so that an empty value is seen. */
function parametersOf({ searchParams }: URL): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of [...searchParams].sort()) {
    const before = found.get(name);
    found.set(name, `${before === undefined ? "" : `${before}&`}${name}=${value}`);
  }
  return found;
}

const isLoose = (upstream: LooseUpstream | undefined): boolean => upstream?.isLoose === true;

/**
 * An order matters where each request began when the one before was over, on both sides: what goes out at once has none.
 */
function orderDifferences(
  upstream: readonly RecordedUpstream[],
  sent: readonly SentUpstream[],
): readonly Located[] {
  let [last, lastNumber] = [-1, -1];
  for (const [number, { id, recorded }] of sent.entries()) {
    if (recorded === undefined) continue;
    const [before, now] = [upstream[last], upstream[recorded]];
    const isSure = !isLoose(before) && !isLoose(now); // two of the same content may have changed places
    if (
      isSure &&
      recorded < last &&
      before !== undefined &&
      now !== undefined &&
      now.at + now.duration <= before.at
    ) {
      const name = (of: number): string => `${sent[of]?.method} ${urlOf(sent[of]?.url ?? "").pathname}`;
      const [was, is] = [`${name(number)}, ${name(lastNumber)}`, `${name(lastNumber)}, ${name(number)}`];
      return [{ number, class: "upstream-request-order", what: id, was, is }];
    }
    [last, lastNumber] = [recorded, number];
  }
  return [];
}

/**
 * Where upstream systems were, and where they are now: they may be elsewhere, also below another path. A system is the
 * same as long as all its requests have moved in the same way.
 */
export class Origins {
  readonly #moved = new Map<string, string>();

  isSame(before: URL, now: URL): boolean {
    const [was, is] = moved(before, now);
    if (was === undefined || is === undefined) return false;
    const known = this.#moved.get(was);
    if (known === undefined) this.#moved.set(was, is);
    return known === undefined || known === is;
  }

  /** Where a path of before would be now. */
  now({ origin, pathname }: URL, now: URL): string {
    for (const [was, is] of this.#moved)
      if (`${origin}${pathname}`.startsWith(`${was}/`)) return is + `${origin}${pathname}`.slice(was.length);
    return now.origin + pathname;
  }
}

/** The beginnings in which two URLs differ, if one path ends with the other. */
function moved(before: URL, now: URL): readonly [string?, string?] {
  const [was, is] = [before.pathname, now.pathname];
  if (was === is) return [before.origin, now.origin];
  if (was.endsWith(is)) return [before.origin + was.slice(0, -is.length), now.origin];
  if (is.endsWith(was)) return [before.origin, now.origin + is.slice(0, -was.length)];
  return [];
}
