/** `uuid4()`: a random UUID (RFC 9562 §5.4). */
export function uuid4(): string {
  return crypto.randomUUID();
}
