import type { ViewProps } from "../shared/route.js";

export function MapView({ path }: ViewProps) {
  return <p class="empty">{path.join("/")}</p>;
}
