import type { ViewProps } from "../shared/route.js";

export function RequestsView({ path }: ViewProps) {
  return <p class="empty">{path.join("/")}</p>;
}
