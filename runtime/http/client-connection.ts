/** What a server on Node hands to the app. On other runtimes the connection is out of reach. */
interface NodeBindings {
  readonly incoming?: { readonly socket?: { readonly remoteAddress?: unknown } };
  readonly outgoing?: { destroy?(): void };
}

/** The address of the client, where it is known. */
export function clientAddress(bindings: unknown): string | undefined {
  const address = ((bindings ?? {}) as NodeBindings).incoming?.socket?.remoteAddress;
  return typeof address === "string" ? address.replace(/^::ffff:(?=\d+\.)/, "") : undefined;
}

/** Closes the connection to the client in the middle of a response; `false` where it is out of reach. */
export function cutOff(bindings: unknown): boolean {
  const { outgoing } = (bindings ?? {}) as NodeBindings;
  if (typeof outgoing?.destroy !== "function") return false;
  outgoing.destroy();
  return true;
}
