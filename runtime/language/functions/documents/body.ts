import { type Context, state } from "../../../request/context.js";

/** `body()`: the text of the upstream response `id`; `""` if there is none. */
export function body($: Context, id = "main"): string {
  return $[state].contents?.get(id || "main")?.text ?? "";
}
