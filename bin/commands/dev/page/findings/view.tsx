import type { ViewProps } from "../shared/route.js";

export function FindingsView({ path }: ViewProps) {
  return <p class="empty">{path.join("/")}</p>;
}
