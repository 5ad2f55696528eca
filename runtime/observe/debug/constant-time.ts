const encoder = new TextEncoder();

/**
 * Returns true if both texts are the same. How long this takes depends only on the length of `given`, which
 * its sender knows.
 */
export function sameText(given: string, secret: string): boolean {
  const sent = encoder.encode(given);
  const expected = encoder.encode(secret);
  let difference = sent.length ^ expected.length;
  for (const [index, byte] of sent.entries()) difference |= byte ^ (expected[index % expected.length] ?? 0);
  return difference === 0;
}
