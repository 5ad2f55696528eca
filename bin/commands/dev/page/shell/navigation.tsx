import { findings } from "../data/live.js";
import { useStore } from "../data/store.js";
import { linkTo } from "../shared/route.js";

const links = [
  ["requests", "Requests"],
  ["map", "Map"],
  ["try", "Try it"],
  ["findings", "Findings"],
] as const;

export function Navigation({ current }: { readonly current: string }) {
  const count = useStore(findings).length;
  return (
    <nav aria-label="Views">
      {links.map(([view, label]) => (
        <a key={view} href={linkTo(view)} aria-current={current === view ? "page" : undefined}>
          {label}
          {view === "findings" && count > 0 && <span class="count">{count}</span>}
        </a>
      ))}
    </nav>
  );
}
