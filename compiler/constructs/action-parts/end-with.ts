import { awaited, block, code, ifHead, parenthesized } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { ActionGenerator } from "../../language/action-definition.js";

/** Ends the request where a call, which may have to be waited for, says that it has ended. */
export function endWith(called: Doc, isAsync: boolean, use: ActionGenerator["use"]): Doc {
  const outcome = isAsync ? parenthesized(awaited(called)) : called;
  const ended = use("requestEnded");
  return code`${ifHead(code`${outcome} === ${ended}`)}${block([code`return ${ended};`])}`;
}
