import { nearest } from "../../../runtime/base/nearest.js";
import { $, call } from "../../code/code.js";
import type { Helper } from "../../code/helpers.js";
import type { FunctionDefinition } from "../../language/function-definition.js";
import { checked, of, repeated, text } from "../../language/function-definition.js";
import type { Expression } from "../../syntax/xpath.js";
import { checkMatched } from "../function-parts/arguments.js";

/** The helpers for the codecs. */
const codecs: ReadonlyMap<string, Helper> = new Map<string, Helper>([
  ["base64-encode", "base64Encode"],
  ["base64-decode", "base64Decode"],
  ["base64url-encode", "base64UrlEncode"],
  ["base64url-decode", "base64UrlDecode"],
  ["url-encode", "urlEncode"],
  ["url-decode", "urlDecode"],
  ["deflate", "deflate"],
  ["inflate", "inflate"],
]);

/** `apply-codecs(input, codec, …)`: constant codecs become calls inside of each other. */
export const applyCodecsFunction: FunctionDefinition = {
  name: "apply-codecs",
  reads: "arguments",
  parameters: [...of(text, checked), repeated(checked)],
  returns: "string",

  check(call, checker) {
    const { reporter } = checker;
    const [, ...names] = call.arguments;
    checkMatched(call, checker, (input) => codecs.has(input));
    for (const name of names) {
      if (name.kind !== "literal" || codecs.has(name.value)) continue;
      reporter.report(name.span, "unknownCodec", {
        name: name.value,
        nearest: nearest(name.value, codecs.keys()),
      });
    }
  },

  generate({ arguments: [input, ...names] }, generator) {
    if (input === undefined) throw new Error("apply-codecs() has no input.");
    const helpers = names.flatMap((name) => helperOf(name) ?? []);
    const code = generator.argument(input, "string");
    if (helpers.length === names.length)
      return helpers.reduce(
        (inner, helper) => call(generator.use(helper), helper === "inflate" ? [$, inner] : [inner]),
        code,
      );
    const all = names.map((name) => generator.argument(name, "string"));
    return call(generator.use("applyCodecs"), [$, code, ...all]);
  },
};

const helperOf = (name: Expression): Helper | undefined =>
  name.kind === "literal" ? codecs.get(name.value) : undefined;
