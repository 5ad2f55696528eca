import { useEffect, useState } from "preact/hooks";
import { kindNames } from "../../../../shared/map/outline.js";
import type { MapMatch } from "../../api.js";
import { get } from "../data/api.js";
import { goTo } from "../shared/route.js";

/** Milliseconds without a key before the server is asked. */
const rest = 150;

/** Finds what the map has, also in folders that are closed. */
export function Search() {
  const [text, setText] = useState("");
  const [found, setFound] = useState<readonly MapMatch[]>();
  useEffect(() => {
    if (text.trim() === "") return setFound(undefined);
    const aborter = new AbortController();
    const timer = setTimeout(() => {
      get<{ found: readonly MapMatch[] }>(
        `/map/search?text=${encodeURIComponent(text)}`,
        aborter.signal,
      ).then(
        (answer) => setFound(answer.found),
        () => {},
      );
    }, rest);
    return () => {
      clearTimeout(timer);
      aborter.abort();
    };
  }, [text]);
  const choose = (id: string) => {
    setText("");
    goTo("map", id);
  };
  const keys = (event: KeyboardEvent) => {
    if (event.key === "Escape") setText("");
    const [first] = found ?? [];
    if (event.key === "Enter" && first !== undefined) choose(first.id);
  };
  return (
    <search class="map-search" onKeyDown={keys}>
      <input
        type="search"
        placeholder="Search (/)"
        aria-label="Search the map"
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      {found !== undefined && (
        <ul aria-label="Found">
          {found.length === 0 && <li class="muted">Nothing found</li>}
          {found.map(({ id, kind, label }) => (
            <li key={id}>
              <button type="button" class="plain" onClick={() => choose(id)}>
                <span class="mono">{label}</span> <span class="muted">{kindNames[kind]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  );
}
