/** What constant values of header fields may be that clients, caches and browsers act on. */

interface FieldForm {
  /** In words, after "write". */
  readonly what: string;
  has(text: string): boolean;
}

const whole = (what: string, form: RegExp): FieldForm => ({ what, has: (text) => form.test(text.trim()) });

const listed = (what: string, form: RegExp): FieldForm => ({
  what,
  // A comma in quotes parts nothing.
  has: (text) => text.includes('"') || text.split(",").every((part) => form.test(part.trim())),
});

const date = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

const httpDate = whole("a date as in Sun, 06 Nov 1994 08:49:37 GMT", date);

const seconds = whole("a number of seconds", /^\d+$/);

const entityTag = "an entity tag in double quotes";

/** By the names of fields in lower case. RFC 9110 and 9111, RFC 6797, and the Fetch standard. */
const forms: ReadonlyMap<string, FieldForm> = new Map([
  ["age", seconds],
  ["access-control-max-age", whole("a number of seconds", /^-?\d+$/)],
  ["access-control-allow-credentials", whole("true, or leave the field out", /^true$/)],
  [
    "access-control-allow-origin",
    whole("one origin without a path, or *", /^(\*|null|[a-z][a-z\d+.-]*:\/\/[^/,\s]+)$/),
  ],
  ["cache-control", listed("directives as in max-age=60, no-transform", /^[\w-]+(=[\w.-]+)?$/)],
  ["date", httpDate],
  ["etag", whole(entityTag, /^(W\/)?"[^"]*"$/)],
  ["expires", whole("a date, or 0 for one that is over", new RegExp(`${date.source}|^-?\\d+$`))],
  ["if-match", whole(`${entityTag}, or *`, /^(\*|(W\/)?".*")$/)],
  ["if-none-match", whole(`${entityTag}, or *`, /^(\*|(W\/)?".*")$/)],
  ["if-modified-since", httpDate],
  ["if-unmodified-since", httpDate],
  ["last-modified", httpDate],
  ["retry-after", whole("a number of seconds, or a date", new RegExp(`^\\d+$|${date.source}`))],
  ["strict-transport-security", whole("max-age=, a number of seconds, and what follows", /\bmax-age="?\d+/i)],
  ["x-content-type-options", whole("nosniff", /^nosniff$/i)],
  ["x-frame-options", whole("DENY or SAMEORIGIN", /^(deny|sameorigin)$/i)],
]);

/** What a field takes that a constant is not; `undefined` if nothing is to be said. */
export function wrongForm(name: string, text: string): string | undefined {
  const form = forms.get(name);
  return form === undefined || text.trim() === "" || form.has(text) ? undefined : form.what;
}

/** What browsers refuse in the value of `Set-Cookie` (RFC 6265 §4.1.1, with SameSite); `undefined` if there is nothing. */
export function cookieFault(text: string): string | undefined {
  const [, ...attributes] = text.split(";").map((part) => part.trim());
  const nameOf = (part: string) => part.slice(0, `${part}=`.indexOf("=")).trim().toLowerCase();
  const names = new Set(attributes.map(nameOf));
  const unknown = attributes.find((part) => part !== "" && !cookieAttributes.has(nameOf(part)));
  if (unknown !== undefined) return `${unknown} is no attribute of a cookie`;
  const site = attributes.find((part) => /^samesite\s*=\s*none$/i.test(part));
  return site !== undefined && !names.has("secure") ? `${site} needs Secure` : undefined;
}

const cookieAttributes: ReadonlySet<string> = new Set(
  "expires max-age domain path secure httponly samesite priority partitioned".split(" "),
);
