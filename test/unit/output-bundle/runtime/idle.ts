/** Serves nothing. */
export function listen(): void {}
