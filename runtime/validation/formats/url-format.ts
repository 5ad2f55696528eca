/** The format `url` in linear time. It accepts what Ajv's expression accepts. */
export function isUrl(text: string): boolean {
  const scheme = /^(?:https?|ftp):\/\//iu.exec(text)?.[0];
  if (scheme === undefined || /\s/u.test(text)) return false;
  // The host may follow any @, since names, passwords and paths may contain some, too.
  const pieces = text.slice(scheme.length).split("@");
  return pieces.some((piece, index) => {
    if (index === 1 && pieces[0] === "") return false;
    const slash = piece.indexOf("/");
    const isWhole = slash >= 0 || index === pieces.length - 1;
    return isWhole && isHost(slash < 0 ? piece : piece.slice(0, slash));
  });
}

/** A host, with or without a port. */
function isHost(text: string): boolean {
  const host = text.replace(/:\d{2,5}$/u, "");
  return publicIpv4.test(host) || domain.test(host);
}

const publicIpv4 =
  /^(?!(?:10|127)(?:\.\d{1,3}){3})(?!(?:169\.254|192\.168)(?:\.\d{1,3}){2})(?!172\.(?:1[6-9]|2\d|3[0-1])(?:\.\d{1,3}){2})(?:[1-9]\d?|1\d\d|2[01]\d|22[0-3])(?:\.(?:1?\d{1,2}|2[0-4]\d|25[0-5])){2}(?:\.(?:[1-9]\d?|1\d\d|2[0-4]\d|25[0-4]))$/u;

/** Labels of letters, digits and single hyphens inside; the last one has only letters. */
const domain =
  /^(?:[a-z0-9\u{a1}-\u{ffff}]+-)*[a-z0-9\u{a1}-\u{ffff}]+(?:\.(?:[a-z0-9\u{a1}-\u{ffff}]+-)*[a-z0-9\u{a1}-\u{ffff}]+)*\.[a-z\u{a1}-\u{ffff}]{2,}$/iu;
