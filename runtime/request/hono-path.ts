import { decodeLiteral } from "../base/percent-decode.js";
import { splitPath } from "./route.js";

/** Chooses a name for a parameter. */
type Namer = (name: string) => string;

/** A path of an API description in the syntax of Hono's router, base path included. */
export function honoPath(basePath: string, pattern: string): string {
  const named = namer();
  const base = splitPath(basePath).map((text) => literal(text, named));
  const own = pattern.slice(1).split("/");
  return `/${[...base, ...own.map((text) => segment(text, named))].join("/")}`;
}

/**
 * The names are those of the API description, if the router's syntax allows them. They only help readers: parameters are
 * found by the description's pattern.
 */
function namer(): Namer {
  const used = new Set<string>();
  return (name) => {
    let own = /^[a-z][\w-]*$/i.test(name) && !(name in Object.prototype) ? name : "parameter";
    while (used.has(own)) own += "2";
    used.add(own);
    return own;
  };
}

/** Literals are at even places, the names of parameters at odd ones. */
function segment(text: string, named: Namer): string {
  if (text === "**") return "*";
  const parts = text.split(/\{([^{}]*)\}/);
  if (parts.length === 1) return literal(text, named);
  const name = named(parts.filter((_, index) => index % 2 === 1).join("-"));
  return text === `{${parts[1]}}` ? `:${name}` : `:${name}{${expression(parts)}}`;
}

/**
 * The characters that have no special meaning in any of Hono's routers, unlike `:` `*` `@` `|` `(` and
 * others.
 */
const plain = /^[\p{L}\p{N}_.~%!&',;= -]*$/u;

/**
 * A literal in the router's syntax. One with special characters becomes a parameter with an expression that
 * only matches the literal.
 */
function literal(written: string, named: Namer): string {
  const text = decodeLiteral(written);
  return plain.test(text) && !encodedLetter.test(text) ? text : `:${named("literal")}{${escaped(text)}}`;
}

/**
 * An expression that matches a segment of literals and parameters without backtracking. Each parameter but
 * the last ends at the first occurrence of the next literal. That is enough to tell whether the segment
 * matches at all.
 */
function expression(parts: readonly string[]): string {
  return parts
    .map((part, index) => {
      if (index % 2 === 0) return escaped(decodeLiteral(part));
      if (index === parts.length - 2) return "[^/]+";
      return `[^/](?:(?!${escaped(decodeLiteral(parts[index + 1] ?? ""))})[^/])*`;
    })
    .join("");
}

/** A percent-encoded delimiter that clients may write in letters of either case (RFC 3986 §6.2.2.1). */
const encodedLetter = /%(?:[A-F][0-9A-F]|[0-9][A-F])/;

/** Escapes everything but letters and digits, because Hono looks for braces, slashes and more in expressions. */
function escaped(text: string): string {
  return text.replace(/%[0-9A-F]{2}|[^A-Za-z0-9_-]/g, ([first = "", ...digits]) => {
    const either = digits.map((digit) => (digit > "9" ? `[${digit}${digit.toLowerCase()}]` : digit));
    return `\\u${first.charCodeAt(0).toString(16).padStart(4, "0")}${either.join("")}`;
  });
}
