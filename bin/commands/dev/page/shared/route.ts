/**
 * Where the page is: the part of the URL after `#`.
 * @module
 */
import { createStore } from "../data/store.js";

/** `#/requests/12` is the view `requests` with the path `["12"]`. */
export interface Route {
  readonly view: string;
  readonly path: readonly string[];
}

/** The properties of every view: the segments after its name, decoded. */
export interface ViewProps {
  readonly path: readonly string[];
}

function readRoute(hash: string): Route {
  const [view = "", ...path] = hash
    .replace(/^#?\/?/, "")
    .split("/")
    .map(decode);
  return { view: view === "" ? "requests" : view, path };
}

/** A link to a view: `linkTo("requests", 12)` is `#/requests/12`. */
export function linkTo(view: string, ...path: readonly (string | number)[]): string {
  return `#/${[view, ...path].map((segment) => encodeURIComponent(segment)).join("/")}`;
}

export function goTo(view: string, ...path: readonly (string | number)[]): void {
  location.hash = linkTo(view, ...path);
}

export const route = createStore<Route>(readRoute(location.hash));

addEventListener("hashchange", () => route.set(readRoute(location.hash)));

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
