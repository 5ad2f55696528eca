import type { ViewProps } from "../shared/route.js";

export function TryView({ path }: ViewProps) {
  return <p class="empty">{path.join("/")}</p>;
}
