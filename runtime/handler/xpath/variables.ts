import { content as contentOf } from "../../language/functions/content-functions.js";
import { contextOf, type HandlerContext } from "../handler-context.js";
import type { Untyped } from "../untyped.js";

/**
 * The variable `$name` as flows have it, also `request`, `body`, `env`, `upstream` and `error`: where `$.name` of a handler
 * has plain data, this may have nodes, which know their parents. Several nodes are one node-set.
 */
export function variable($: HandlerContext, name: string): Untyped {
  return contextOf($)[name];
}

/** content(): the document of what an upstream request with the ID has left; without an ID, of what the client will get. */
export function content($: HandlerContext, id?: string): Untyped {
  return contentOf(contextOf($), id);
}
