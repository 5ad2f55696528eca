import { requestsOf } from "../../constructs/actions/facts.js";
import { mayRedirect, urlsOf } from "../../constructs/options/urls.js";
import type { UpstreamRequest } from "../../language/action-definition.js";
import type { AppFlow } from "../../syntax/flow-summary.js";
import { actionsOf } from "../../syntax/statements.js";
import type { Template } from "../../syntax/template.js";
import type { TemplateFacts } from "../../syntax/template-facts.js";
import type { Expression } from "../../syntax/xpath.js";
import type { DataFlow } from "../data-flow/index.js";
import type { Piece, Pieces } from "./pieces.js";
import { UrlTexts } from "./url-text.js";

/** Longer names of servers are cut. */
const maxName = 120;

/** Names the systems that upstream requests go to: `https://users.example`, or `$USERS_API`. */
export class UpstreamNames {
  readonly #texts: UrlTexts;

  constructor(variables: DataFlow["variables"]) {
    this.#texts = new UrlTexts(variables, () => true);
  }

  /** All systems that the requests of a flow may go to; one with `…` is not known, as are those of redirects. */
  in(flow: AppFlow, templates: ReadonlyMap<Template, TemplateFacts>): readonly string[] {
    if (flow.kind === "summary") return flow.summary.origins;
    const own = actionsOf(flow.statements)
      .flatMap((action) => requestsOf(action, templates))
      .flatMap((request) => [
        ...this.of(request).map((origin) => origin ?? "…"),
        ...(mayRedirect(request) ? ["…"] : []),
      ]);
    return [...new Set(own)];
  }

  /** All systems that a request may go to. `undefined` is one that is only known at run time. */
  of(request: UpstreamRequest): readonly (string | undefined)[] {
    const alternatives = urlsOf(request)
      .filter(({ part }) => part === "url")
      .flatMap(({ value }) =>
        "parts" in value ? this.#texts.ofAttribute(value) : this.#texts.ofJson(value),
      );
    return alternatives.length === 0 ? [undefined] : [...new Set(alternatives.map(systemOf))];
  }

  /** The same for an expression that is a URL. */
  ofUrl(expression: Expression): readonly (string | undefined)[] {
    return [...new Set(this.#texts.of(expression).map(systemOf))];
  }
}

/** The scheme and the host of a URL, or the environment variable that has them. */
function systemOf(url: Pieces): string | undefined {
  const text = url.map(shown).join("").trim();
  const [, scheme = "", authority = ""] = /^([a-z][a-z0-9+.-]*:\/\/)?([^/\\?#]*)/i.exec(text) ?? [];
  // A user name and a password are nobody's business.
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  const name = /[^….:]/.test(host) ? scheme + host : "";
  return name === "" ? undefined : name.slice(0, maxName);
}

function shown(piece: Piece): string {
  if (piece.kind === "constant") return piece.text;
  if (piece.kind === "client-path") return "/";
  return piece.kind === "unknown" && piece.environment !== undefined ? `$${piece.environment}` : "…";
}

/** The same for a URL that is written as it is. */
export const systemOfUrl = (text: string): string | undefined => systemOf([{ kind: "constant", text }]);
