import type { ViewProps } from "../shared/route.js";

export function CompareView({ path }: ViewProps) {
  return <p class="empty">{path.join("/")}</p>;
}
