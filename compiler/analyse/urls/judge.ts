import { type ClientPiece, merged, type Pieces } from "./pieces.js";

/** A text from the client that decides more in a URL than the author can have meant. */
export interface Judgement {
  readonly piece: ClientPiece;
  /** The server, the path on it, or its parameters. */
  readonly decides: "server" | "path" | "query";
}

/**
 * Finds text from the client before the end of the authority (RFC 3986 §3.2), where it decides which server
 * gets the request, and text in the path or behind the `=` of a parameter that is not encoded. Reports only what is certain.
 */
export function judgeUrl(url: Pieces): readonly Judgement[] {
  const pieces = merged(url);
  const [first] = pieces;
  if (first?.kind === "client") return first.isEncoded ? [] : [{ piece: first, decides: "server" }];
  if (first?.kind === "unknown") return judgePath(pieces.slice(1), "unknown");
  if (first?.kind !== "constant") return [];
  const [scheme, authority] = /^\s*https?:[/\\]{2}([^/\\?#]*)/i.exec(first.text) ?? [];
  if (scheme === undefined || authority === undefined) return [];
  const rest = first.text.slice(scheme.length);
  const behind: Pieces = [{ kind: "constant", text: rest }, ...pieces.slice(1)];
  return rest === "" ? judgeAuthority(pieces.slice(1)) : judgePath(behind, "path");
}

/** Judges what follows a constant that begins the authority. */
function judgeAuthority(pieces: Pieces): readonly Judgement[] {
  const [first, ...others] = pieces;
  if (first === undefined) return [];
  switch (first.kind) {
    case "client":
      if (!first.isEncoded || endsAuthority(others)) return [{ piece: first, decides: "server" }];
      return judgeAuthority(others);
    case "client-path":
      return judgePath(others, "path");
    case "unknown":
      return judgePath(others, "unknown");
    case "constant": {
      const end = first.text.search(/[/\\?#]/);
      if (end < 0) return judgeAuthority(others);
      return judgePath([{ kind: "constant", text: first.text.slice(end) }, ...others], "path");
    }
    default:
      return first satisfies never;
  }
}

/**
 * Tells whether the host name ends here: nothing follows, or a port. An `@` must not follow, since it would turn
 * the text before it into a user name.
 */
function endsAuthority([next, ...others]: Pieces): boolean {
  if (next?.kind !== "constant") return next === undefined || next.kind === "client-path";
  return /^(?::\d*)?(?:[/\\?#]|$)/.test(next.text) && (others.length === 0 || /[/\\?#]/.test(next.text));
}

/** Judges the pieces of a path. `unknown`: they may begin before the path or after it. */
export function judgePath(pieces: Pieces, start: "path" | "unknown"): readonly Judgement[] {
  const found: Judgement[] = [];
  let isPath = start === "path";
  for (const [index, piece] of pieces.entries()) {
    switch (piece.kind) {
      case "constant":
        if (/[?#&=]/.test(isPath ? piece.text.replace(/[&=]/g, "") : piece.text))
          return [...found, ...judgeQuery(pieces.slice(index))];
        // A slash begins the path, but `//` may be part of `://`.
        isPath ||= piece.text.startsWith("/") && !piece.text.startsWith("//");
        break;
      case "client":
        if (isPath && !piece.isEncoded) found.push({ piece, decides: "path" });
        break;
      case "client-path":
        isPath = true;
        break;
      case "unknown":
        // The unknown text may contain the end of the path.
        isPath = false;
        break;
      default:
        piece satisfies never;
    }
  }
  return found;
}

function judgeQuery(pieces: Pieces): readonly Judgement[] {
  const found: Judgement[] = [];
  let isValue = false;
  for (const piece of pieces) {
    if (piece.kind === "constant" && piece.text.includes("#")) break;
    if (piece.kind === "client" && isValue && !piece.isEncoded && piece.path !== "request/query")
      found.push({ piece, decides: "query" });
    isValue = piece.kind === "constant" && piece.text.endsWith("=");
  }
  return found;
}
