import type { UpstreamOrigins } from "../../base/origins.js";
import type { JsonObject } from "../../data/model/values.js";
import { type Context, state } from "../../request/context.js";
import { RequestFailure } from "../failure.js";
import type { Halt } from "../halt.js";
import { socketRows } from "../options/rows.js";
import type { Sending } from "../upstream-messages.js";
import type { CacheableResponse } from "./cache.js";
import type { RequestFacts } from "./plan-facts.js";
import { stringOption } from "./read-options.js";

/** Options that need connections of their own. */
export interface SocketOptions {
  readonly options: JsonObject;
  /** The text of the file that `client-certificate-file` names. */
  readonly certificate: string | undefined;
}

/** Sends one request, without following redirects. */
export type Send = (sending: Sending, halt: Halt) => Promise<CacheableResponse>;

/**
 * Makes what sends requests over connections that are as the options ask.
 * @param connectTimeout in milliseconds
 * @param origins where connections may go, if they do not go to the URL's host
 * @throws RequestFailure for options that have a wrong value, or contradict each other
 */
export type Sockets = (
  options: SocketOptions,
  connectTimeout: number | undefined,
  origins: UpstreamOrigins | undefined,
  bindings: unknown,
) => Send;

/**
 * Returns the function that sends a request as the options ask; undefined for the way of all others.
 * @throws RequestFailure if the app cannot carry out one of the options
 */
export function socketSend(
  $: Context,
  options: JsonObject,
  { files = {} }: RequestFacts,
  { connectTimeout }: { readonly connectTimeout: number | undefined },
  origins: UpstreamOrigins | undefined,
): Send | undefined {
  const name = Object.keys(options).find((each) => Object.hasOwn(socketRows, each) && options[each] !== null);
  if (name === undefined) return undefined;
  const { sockets } = $[state].facilities;
  if (sockets === undefined)
    throw new RequestFailure(`This app cannot carry out the request option ${name}.`);
  const file = stringOption(options, "client-certificate-file");
  const certificate = file !== undefined && Object.hasOwn(files, file) ? files[file]?.text : undefined;
  if (file !== undefined && certificate === undefined)
    throw new RequestFailure("The request option client-certificate-file names no file of this app.");
  return sockets({ options, certificate }, connectTimeout, origins, $[state].bindings);
}
