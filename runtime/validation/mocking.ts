import { setting } from "../base/settings.js";
import { type Example, preferred } from "../http/preferred-example.js";
import { Content } from "../request/content.js";
import { type Flow, requestEnded, state } from "../request/context.js";
import * as engineErrors from "../request/engine-errors.js";
import { engineError } from "../request/flow-errors.js";

/** Answers with an example if the client asks for it by `Mock: true`, and the operator allows it. */
export function mocking(examples: readonly Example[]): Flow {
  return ($) => {
    const { headers } = $[state].client;
    if (headers.get("mock")?.toLowerCase() !== "true") return;
    if (!setting($[state].bindings, "ALLOW_MOCKING")) return;
    const accept = headers.get("accept") ?? undefined;
    const example = preferred(examples, accept);
    if (example === undefined)
      throw engineError($, engineErrors.inputValidation, `There is no example for Accept: ${accept}.`, 406);
    const { mediaType, text } = example;
    $[state].main = new Content({ kind: "text", text }, mediaType);
    $[state].headers ??= new Map();
    $[state].headers.set("mock", "true");
    return requestEnded;
  };
}
