/**
 * Why a token cannot be made or is not accepted. The message is for the log; it contains nothing of the key or the
 * token.
 */
export class JwtError extends Error {
  override readonly name: string = "JwtError";
}

/** The client sent no token. The message may be told to the client. */
export class NoTokenError extends JwtError {
  override readonly name = "NoTokenError";
}

/** A token that is valid in all else lacks a scope. */
export class ScopeError extends JwtError {
  override readonly name = "ScopeError";
}

/** None of the keys fits the token: it may be newer than they are, if they come from somewhere else. */
export class NoKeyFitsError extends JwtError {
  override readonly name = "NoKeyFitsError";
}

/** The key or the algorithm is wrong, for which no client is to blame. */
export class JwtKeyError extends JwtError {
  override readonly name = "JwtKeyError";
}
