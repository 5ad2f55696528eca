import type { RouteOperation } from "../load/routes.js";
import { isHandlerPath } from "../syntax/handler.js";
import type { PublishedPath } from "./docs.js";

/** A mock has neither flow nor handler: its examples are all there is. `description` and `page` are of `x-flow-docs`. */
export type AnsweredBy = "flow" | "handler" | "proxy" | "mock" | PublishedPath["what"];

export function answeredBy({ flow: { proxy, isMocked, src } }: RouteOperation): AnsweredBy {
  if (proxy !== undefined) return "proxy";
  if (isMocked) return "mock";
  return isHandlerPath(src) ? "handler" : "flow";
}

/**
 * How far a team has left XML. Only operations that a flow or a handler answers count: the others have no XML to leave, and
 * would keep the share below 100 % for ever.
 */
export interface HandlerShare {
  readonly operations: number;
  readonly handlers: number;
}

/** @param answers one for each operation; `undefined` for one that nothing answers because of an error */
export function handlerShare(answers: readonly (AnsweredBy | undefined)[]): HandlerShare {
  const handlers = answers.filter((answer) => answer === "handler").length;
  const flows = answers.filter((answer) => answer === "flow").length;
  return { operations: flows + handlers, handlers };
}

/** The share in words; `undefined` without handlers. */
export function handlerShareText(answers: readonly (AnsweredBy | undefined)[]): string | undefined {
  const { operations, handlers } = handlerShare(answers);
  if (handlers === 0) return undefined;
  const rounded = Math.round((handlers / operations) * 100);
  // Neither all nor none, unless it is so.
  const percent = handlers === operations ? 100 : Math.min(99, Math.max(1, rounded));
  const are = handlers === 1 ? "is a handler" : "are handlers";
  const hasOthers = answers.some((answer) => answer === "proxy" || answer === "mock");
  const aside = hasOthers ? ", proxies and mocks aside" : "";
  return `${handlers} of ${operations} operations ${are} (${percent} %)${aside}`;
}
