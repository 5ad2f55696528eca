import type { ValueProblem } from "../syntax/json-sketch.js";

/** At most this many values of an `enum` are shown. */
const maxShown = 8;

/** Why a schema refuses a value, for the end of a message. */
export function problemText(problem: ValueProblem): string {
  switch (problem.kind) {
    case "type":
      return `it must be ${problem.types.map(withArticle).join(" or ")}`;
    case "required":
      return `the member ${problem.name} is missing`;
    case "unsure":
      return `one way through the template leaves out the member ${problem.name}`;
    case "misspelt":
      return `it lists no member ${problem.name}`;
    case "unknown":
      return `the member ${problem.name} is not allowed`;
    case "enum": {
      const values = problem.values.slice(0, maxShown);
      const rest = values.length < problem.values.length ? ", …" : "";
      return problem.values.length === 1
        ? `it must be ${values[0]}`
        : `it must be one of ${values.join(", ")}${rest}`;
    }
    case "limit":
      return `${problem.keyword} is ${problem.limit}`;
    case "text":
      return problem.keyword === "format"
        ? `it is no ${problem.expected}`
        : `it does not match the pattern ${problem.expected}`;
    case "alternatives":
      return "it matches none of the alternatives";
    case "several":
      return "it matches more than one of the alternatives, of which oneOf allows one";
    case "nothing":
      return "no value is allowed here";
    case "excluded":
      return "it is what the schema below not describes";
    case "repeated":
      return "two of its items are the same";
    case "lacking":
      return "none of its items is as contains says";
    case "name":
      return `no member may have the name ${problem.name}`;
    default:
      return String(problem);
  }
}

export function problemHint(problem: ValueProblem): string | undefined {
  if (problem.kind === "text" && problem.keyword === "format" && problem.expected === "uri")
    return "A uri begins with a scheme. Paths without one have the format uri-reference.";
  if (problem.kind === "unsure") return `Write ${problem.name} in every branch, and in an {{else}} as well.`;
  if (!("nearest" in problem) || problem.nearest === undefined) return undefined;
  return problem.kind === "required"
    ? `Should ${problem.nearest} be ${problem.name}?`
    : `Did you mean ${problem.nearest}?`;
}

export function withArticle(type: string): string {
  return type === "null" ? type : `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`;
}
