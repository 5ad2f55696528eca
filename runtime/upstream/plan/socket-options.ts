import type { JsonObject } from "../../data-model/values.js";
import { type Context, state } from "../../flow/context.js";
import { RequestFailure } from "../failure.js";
import { socketRows } from "../options/rows.js";
import type { UpstreamOrigins } from "../origins.js";
import type { RequestFacts } from "./facts.js";
import { stringOption } from "./options.js";

/** Options that the platform's `fetch` cannot carry out. */
export interface SocketOptions {
  readonly options: JsonObject;
  /** The text of the file that `client-certificate-file` names. */
  readonly certificate: string | undefined;
}

/**
 * Makes a `fetch` whose connections are as the options ask.
 * @param connectTimeout in milliseconds
 * @param origins where connections may go, if they do not go to the URL's host
 * @throws RequestFailure for options that have a wrong value, or contradict each other
 */
export type Sockets = (
  options: SocketOptions,
  connectTimeout: number | undefined,
  origins: UpstreamOrigins | undefined,
) => typeof fetch;

/**
 * The `fetch` that the options ask for; undefined for the platform's.
 * @throws RequestFailure if the app cannot carry out one of the options
 */
export function socketFetch(
  $: Context,
  options: JsonObject,
  { files = {} }: RequestFacts,
  { connectTimeout }: { readonly connectTimeout: number | undefined },
  origins: UpstreamOrigins | undefined,
): typeof fetch | undefined {
  const name = Object.keys(options).find((each) => Object.hasOwn(socketRows, each) && options[each] !== null);
  if (name === undefined) return undefined;
  const { sockets } = $[state].facilities;
  if (sockets === undefined)
    throw new RequestFailure(`This app cannot carry out the request option ${name}.`);
  const file = stringOption(options, "client-certificate-file");
  const certificate = file !== undefined && Object.hasOwn(files, file) ? files[file]?.text : undefined;
  if (file !== undefined && certificate === undefined)
    throw new RequestFailure("The request option client-certificate-file names no file of this app.");
  return sockets({ options, certificate }, connectTimeout, origins);
}
