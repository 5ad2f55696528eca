import { splitPath } from "./route.js";

/** A path of an API description in the syntax of Hono's router, base path included. */
export function honoPath(basePath: string, pattern: string): string {
  const names = new ParameterNames();
  const isWildcard = pattern.endsWith("/**");
  const own = (isWildcard ? pattern.slice(0, -3) : pattern).split("/").slice(1);
  const parts = [
    ...splitPath(basePath).map((text) => literal(decodeLiteral(text), names)),
    ...own.map((text) => segment(text, names)),
    ...(isWildcard ? ["*"] : []),
  ];
  return `/${parts.join("/")}`;
}

/** Literals are at even places, the names of parameters at odd ones. */
function segment(text: string, names: ParameterNames): string {
  const [first = "", name, last, ...others] = text.split(/\{([^{}]*)\}/);
  if (name === undefined) return literal(decodeLiteral(first), names);
  if (first === "" && last === "" && others.length === 0) return `:${names.of(name)}`;
  const parts = [first, name, last ?? "", ...others];
  const parameters = parts.filter((_, index) => index % 2 === 1);
  return `:${names.of(parameters.join("-"))}{${expression(parts)}}`;
}

/**
 * Chooses names for parameters in the router's syntax: those of the API description, if the syntax allows
 * them. The names only help readers. Parameters are found by the description's pattern.
 */
class ParameterNames {
  readonly #used = new Set<string>();

  of(name: string): string {
    const isLegal = /^[A-Za-z][\w-]*$/.test(name) && !(name in Object.prototype);
    const base = isLegal ? name : "parameter";
    let own = base;
    for (let count = 2; this.#used.has(own); count++) own = `${base}${count}`;
    this.#used.add(own);
    return own;
  }
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
function literal(text: string, names: ParameterNames): string {
  return plain.test(text) ? text : `:${names.of("literal")}{${escaped(text)}}`;
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

/** Escapes everything but letters and digits, because Hono looks for braces, slashes and more in expressions. */
function escaped(text: string): string {
  return text.replace(
    /[^A-Za-z0-9_-]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * Decodes a text as Hono decodes the path of a request: `%25` and encoded delimiters such as `%2F` stay as
 * they are.
 */
export function decodeLiteral(text: string): string {
  try {
    return decodeURI(text.replaceAll("%25", "%2525"));
  } catch {
    return text;
  }
}
