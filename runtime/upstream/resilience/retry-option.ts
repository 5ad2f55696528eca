import { isArray, isObject, type JsonValue } from "../../data/model/values.js";
import { RequestFailure } from "../failure.js";
import { isTroubleStatus, mostAttempts, type Trouble, troubles } from "../options/retry.js";

/** The option `retry` as it is read. */
export interface Retry {
  /** The first one included. */
  readonly attempts: number;
  readonly on: ReadonlySet<Trouble | number>;
  /** Milliseconds before the second attempt; each further wait is twice as long. */
  readonly wait: number;
}

const usual: Retry = { attempts: 1, on: new Set([...troubles, 502, 503, 504]), wait: 100 };

/** @throws RequestFailure */
export function readRetry(value: JsonValue | undefined): Retry {
  if (value === undefined) return usual;
  if (!isObject(value)) return { ...usual, attempts: count(value, "retry", mostAttempts - 1) + 1 };
  const { attempts = 2, on, wait } = value;
  return {
    attempts: Math.max(1, count(attempts, "attempts of retry", mostAttempts)),
    on: on === undefined || on === null ? usual.on : new Set(isArray(on) ? on.map(trouble) : [trouble(on)]),
    wait: wait === undefined || wait === null ? usual.wait : count(wait, "wait of retry", 3600, false) * 1000,
  };
}

function trouble(value: JsonValue): Trouble | number {
  const found = troubles.find((one) => one === value);
  if (found !== undefined) return found;
  const status = Number(value);
  if (isTroubleStatus(status)) return status;
  throw new RequestFailure(
    "Each on of the request option retry must be connect, timeout or a status from 400.",
  );
}

/** A number, or the text of one. */
function count(value: JsonValue, name: string, most: number, isWhole = true): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  const isRight = typeof number === "number" && number >= 0 && number <= most;
  if (isRight && (!isWhole || Number.isInteger(number))) return number;
  throw new RequestFailure(`The request option ${name} must be a number from 0 to ${most}.`);
}
