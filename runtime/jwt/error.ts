/** Why a token cannot be made or is not accepted, in words for the log: nothing of the key or the token is in them. */
export class JwtError extends Error {
  override readonly name: string = "JwtError";
}

/** A fault in the key or the algorithm, for which no client is to blame. */
export class JwtKeyError extends JwtError {
  override readonly name = "JwtKeyError";
}
