/** The patterns of an API with 1,000 endpoints. */
export const patterns: readonly string[] = Array.from({ length: 500 }, (_, index) => [
  `/collection-${index}`,
  `/collection-${index}/{id}`,
]).flat();
