const encoder = new TextEncoder();

/** Whether both are the same, in a time that depends on what is known of `given` only: its length. */
export function sameText(given: string, secret: string): boolean {
  const sent = encoder.encode(given);
  const expected = encoder.encode(secret);
  let difference = sent.length ^ expected.length;
  for (const [index, byte] of sent.entries()) difference |= byte ^ (expected[index % expected.length] ?? 0);
  return difference === 0;
}
