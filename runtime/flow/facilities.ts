import type { ParseDocument } from "./content.js";

/**
 * What only some apps have inside, because their flows use it. A room that has more of them adds its own members to this
 * interface (`upstream/plan/facilities.ts`), so that requests and flows need not know of them.
 */
export interface Facilities {
  /** Reads HTML content. */
  readonly parseHtml?: ParseDocument;
}
