import { isLiteralTarget } from "../http/client-url.js";

/**
 * A URL that is asked for byte for byte as somebody has written it. `URL` itself encodes characters that servers may tell
 * from their codes, such as `'` in a query. `href` has the written path and query, too; `fetch` does not look at it.
 */
export class WrittenUrl extends URL {
  override readonly href: string;
  readonly target: string;

  constructor(url: URL, target: string) {
    super(url);
    this.target = target;
    this.href = super.toString().slice(0, -(this.pathname + this.search).length) + target;
  }
}

/** The path and the query that a server is asked for. */
export function targetOf(url: URL): string {
  return url instanceof WrittenUrl ? url.target : url.pathname + url.search;
}

/** The URL, which has no fragment, with its path and query as they were written, where that can be sent. */
export function withTarget(url: URL, target: string): URL {
  const isOther = otherwise.test(target) && target !== url.pathname + url.search;
  return isOther && isLiteralTarget(target) ? new WrittenUrl(url, target) : url;
}

/** Characters that URLs encode in a path or a query. */
const otherwise = /["'<>^`{}]/;

/** The path and the query in the text of a URL, or in one that begins with its path; `undefined` if there are none. */
export function targetIn(text: string): string | undefined {
  const [, found] = /^(?:https?:\/\/[^/?#\\]+(?=[/?])|(?=\/(?!\/)))([^#]*)/i.exec(text) ?? [];
  return found?.startsWith("?") ? `/${found}` : found;
}
