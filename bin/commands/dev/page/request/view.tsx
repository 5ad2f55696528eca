import type { ViewProps } from "../shared/route.js";

export function RequestView({ path }: ViewProps) {
  return <p class="empty">{path.join("/")}</p>;
}
