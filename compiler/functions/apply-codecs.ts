import { codecs } from "../../runtime/functions/apply-codecs.js";
import { nearest } from "../nearest.js";
import type { FunctionDefinition } from "./definition.js";
import { of, repeated } from "./parameters.js";

/** `apply-codecs(input, codec, …)` */
export const applyCodecsFunction: FunctionDefinition = {
  name: "apply-codecs",
  parameters: [...of("string", "string"), repeated("string")],
  returns: "string",
  helper: "applyCodecs",
  needsRequest: true,

  check({ arguments: [, ...names] }, { reporter }) {
    for (const name of names) {
      if (name.kind !== "literal" || codecs.has(name.value)) continue;
      reporter.report(name.span, "unknownCodec", {
        name: name.value,
        nearest: nearest(name.value, codecs.keys()),
      });
    }
  },
};
