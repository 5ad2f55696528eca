import type { DocPage } from "../support/doc-pages.js";

/** A function as its page writes it: `string split(string subject, string pattern?)`. */
export interface Signature {
  readonly name: string;
  readonly parameters: readonly SignatureParameter[];
}

export interface SignatureParameter {
  /** `string`, or `string|node-set`. */
  readonly type: string;
  readonly occurs?: "optional" | "repeated";
}

export const signaturesOf = ({ text }: DocPage): readonly Signature[] =>
  [...text.matchAll(/^[a-z|-]+ ([a-z0-9-]+)\((.*)\)$/gm)].map(([, name = "", parameters = ""]) => ({
    name,
    parameters: parameters === "" ? [] : parameters.split(", ").map(parameterOf),
  }));

function parameterOf(text: string): SignatureParameter {
  const [type = ""] = text.split(" ");
  if (text.endsWith("…")) return { type, occurs: "repeated" };
  return /\?$| = /.test(text) ? { type, occurs: "optional" } : { type };
}
