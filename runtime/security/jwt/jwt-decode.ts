import { beginStretch } from "../../base/work.js";
import type { JsonObject } from "../../data/model/values.js";
import type { Context } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";
import { JwtError } from "./jwt-error.js";
import { verifyToken } from "./verify.js";

/**
 * `jwt-decode()`: the claims of a signed token in compact serialization, if its signature and its times are valid.
 * @param expected the algorithm that the token must be signed with, or the family `HS` or `RS`
 * @returns the empty node-set for any other token, with an alert unless there is no token at all
 */
export async function jwtDecode(
  $: Context,
  jws: string,
  key: string,
  expected = "HS",
): Promise<JsonObject | undefined> {
  if (jws === "") return undefined;
  try {
    return await verifyToken(jws, key, expected);
  } catch (error) {
    if (!(error instanceof JwtError)) throw error;
    alert($, "jwt-decode", error.message);
    return undefined;
  } finally {
    beginStretch();
  }
}
