export function fail(): never {
  throw new Error("failed");
}
