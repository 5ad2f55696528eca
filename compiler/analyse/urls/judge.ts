import { type ClientPiece, merged, type Pieces } from "./pieces.js";

/** What a client's text in a URL decides beyond what its author can have meant. */
export interface Judgement {
  readonly piece: ClientPiece;
  /** The server, or the path on it. */
  readonly decides: "server" | "path";
}

/**
 * Finds a client's text before the end of the authority (RFC 3986 §3.2), so that it decides where a request goes, and
 * text in the path that is not encoded. What cannot be proven is no finding.
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

/** What follows a constant beginning of the authority. */
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

/** Whether no more of a name comes: nothing, or a port, and no `@`, which would make a user of what is before it. */
function endsAuthority([next, ...others]: Pieces): boolean {
  if (next?.kind !== "constant") return next === undefined || next.kind === "client-path";
  return /^(?::\d*)?(?:[/\\?#]|$)/.test(next.text) && (others.length === 0 || /[/\\?#]/.test(next.text));
}

/** `unknown`: it may still be before the path, or be behind it. */
export function judgePath(pieces: Pieces, start: "path" | "unknown"): readonly Judgement[] {
  const found: Judgement[] = [];
  let isPath = start === "path";
  for (const piece of pieces) {
    switch (piece.kind) {
      case "constant":
        if (/[?#&=]/.test(isPath ? piece.text.replace(/[&=]/g, "") : piece.text)) return found;
        // It may be `://`, or the rest of a name and a slash.
        isPath ||= piece.text.startsWith("/") && !piece.text.startsWith("//");
        break;
      case "client":
        if (isPath && !piece.isEncoded) found.push({ piece, decides: "path" });
        break;
      case "client-path":
        isPath = true;
        break;
      case "unknown":
        // It may end the path.
        isPath = false;
        break;
      default:
        piece satisfies never;
    }
  }
  return found;
}
