import type { JsonObject } from "../../data/model/values.js";
import { type Flow, state } from "../../request/context.js";
import { respondText } from "../../request/respond.js";
import { pageOf } from "./docs-page.js";
import { styleHash } from "./docs-style.js";

/** @param description OpenAPI 3.1 in JSON */
export function published(description: string): Flow {
  return ($) => respondText($, description, "application/json");
}

/**
 * The page, which is made when somebody first asks for it. It loads nothing and runs nothing.
 * @param description OpenAPI 3.1 in JSON
 * @param link where the description is served
 */
export function docsPage(description: string, link?: string): Flow {
  let page: string | undefined;
  return ($) => {
    page ??= pageOf(JSON.parse(description) as JsonObject, link);
    respondText($, page, "text/html; charset=utf-8");
    $[state].headers ??= new Map();
    for (const [name, value] of fields) $[state].headers?.set(name, value);
  };
}

const fields = [
  [
    "content-security-policy",
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  ],
  ["x-content-type-options", "nosniff"],
  ["referrer-policy", "no-referrer"],
] as const;
