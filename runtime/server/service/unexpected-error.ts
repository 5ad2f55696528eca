import { maxDepth, TreeLimitError } from "../../base/tree-limits.js";
import { WorkLimitError } from "../../base/work.js";
import { JsonDocument } from "../../data/json/json-node.js";
import type { JsonValue } from "../../data/model/values.js";
import { FieldLimitError } from "../../http/fields.js";
import { type Context, state } from "../../request/context.js";
import * as engineErrors from "../../request/engine-errors.js";
import { alert, engineError, internalError } from "../../request/flow-errors.js";
import { TimeLimitError } from "../../request/time-limit.js";

/**
 * The answer to an error that no flow raised. It is the client's fault if its JSON nests too deep or it sends too many
 * fields, a limit if the request takes too much work or time, and an internal error otherwise.
 */
export function unexpectedError($: Context, thrown: unknown): engineErrors.FlowError {
  if (thrown instanceof WorkLimitError)
    return limitError($, thrown, "The request takes more work than it may.");
  if (thrown instanceof TimeLimitError) return limitError($, thrown, "The request takes longer than it may.");
  if (thrown instanceof FieldLimitError) return engineError($, engineErrors.inputValidation, thrown.message);
  return isDepthError(thrown) && bodyNestsDeeper($, maxDepth)
    ? engineError($, engineErrors.inputValidation, `The request body nests deeper than ${maxDepth} levels.`)
    : internalError($, thrown);
}

function limitError($: Context, { message }: Error, info: string): engineErrors.FlowError {
  const { status, code } = engineErrors.limit;
  alert($, "limit", message, { status, code });
  return engineError($, engineErrors.limit, info);
}

/** `JSON.stringify` runs out of stack beyond some thousand levels. */
function isDepthError(thrown: unknown): boolean {
  return thrown instanceof TreeLimitError || thrown instanceof RangeError;
}

/** Asked only after an error: it takes a tenth of the time of parsing, which most requests need not spend. */
function bodyNestsDeeper($: Context, limit: number): boolean {
  const body = $[state].body.value;
  return body instanceof JsonDocument && nestsDeeper(body.value, limit);
}

/** Goes level by level: a recursion would go as deep as the sender likes. */
function nestsDeeper(value: JsonValue, limit: number): boolean {
  let level: readonly JsonValue[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
  return false;
}
