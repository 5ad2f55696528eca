import type { RefObject } from "preact";
import { parsedJson } from "../../../../shared/values.js";
import { change } from "../data/api.js";
import { requests } from "../data/live.js";
import { useStore } from "../data/store.js";
import { counted } from "../shared/figures.js";
import { notify, notifyProblem } from "../shared/notices.js";
import { everything, type Filter } from "./filter.js";

export interface ToolbarProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  /** The number of requests that pass the filter. */
  readonly shown: number;
  readonly search: RefObject<HTMLInputElement | null>;
}

const statuses = [
  ["", "any status"],
  ["failed", "failed"],
  ["2", "2xx"],
  ["3", "3xx"],
  ["4", "4xx"],
  ["5", "5xx"],
  ["waiting", "no answer yet"],
] as const;

/** Search, filters, and what is done with all requests. */
export function Toolbar({ filter, onFilter, shown, search }: ToolbarProps) {
  const all = useStore(requests);
  const isFiltered = filter !== everything;
  return (
    <div class="toolbar row">
      <input
        ref={search}
        type="search"
        placeholder="Search method, path, flow, error, ID"
        aria-label="Search"
        value={filter.text}
        onInput={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
      />
      <select
        aria-label="Status"
        value={filter.status}
        onChange={(event) => onFilter({ ...filter, status: event.currentTarget.value })}
      >
        {statuses.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {isFiltered && (
        <button type="button" class="plain" onClick={() => onFilter(everything)}>
          Show all
        </button>
      )}
      <span class="muted" role="status">
        {isFiltered ? `${shown} of ${all.size}` : counted(all.size, "request")}
      </span>
      <span class="row end">
        <ImportButton />
        <button
          type="button"
          disabled={all.size === 0}
          title="Remove all requests that are not kept"
          onClick={() => change("DELETE", "/requests").catch(notifyProblem)}
        >
          Clear
        </button>
      </span>
    </div>
  );
}

/** A label that looks like a button: browsers open the list of files only for a field of their own. */
function ImportButton() {
  const read = (input: HTMLInputElement) => {
    const [file] = input.files ?? [];
    if (file !== undefined) importHar(file).catch(notifyProblem);
    // The same file again is a change, too.
    input.value = "";
  };
  return (
    <label class="button">
      Import HAR
      <input class="hidden" type="file" accept=".har,.json" onChange={(event) => read(event.currentTarget)} />
    </label>
  );
}

async function importHar(file: File): Promise<void> {
  const har = parsedJson((await file.text()).replace(/^\uFEFF/, ""));
  if (har === undefined) throw new Error("This file is no HAR: it is not JSON.");
  const { keys, left } = await change<{ keys: readonly number[]; left: number }>("POST", "/har", har);
  const rest = left === 0 ? "" : ` There was no room for ${left} more.`;
  notify(`${counted(keys.length, "request")} imported.${rest}`);
}
