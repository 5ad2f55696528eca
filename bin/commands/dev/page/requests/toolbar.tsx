import type { RefObject } from "preact";
import { parsedJson } from "../../../../shared/values.js";
import { change, get } from "../data/api.js";
import { requests } from "../data/live.js";
import { useStore } from "../data/store.js";
import { counted } from "../shared/figures.js";
import { notify, notifyProblem } from "../shared/notices.js";
import { everything, type Filter } from "./filter.js";

export interface ToolbarProps {
  readonly filter: Filter;
  readonly onFilter: (filter: Filter) => void;
  /** The keys that pass the filter. */
  readonly shown: readonly number[];
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
        {isFiltered ? `${shown.length} of ${all.size}` : counted(all.size, "request")}
      </span>
      <span class="row end">
        <button
          type="button"
          disabled={shown.length === 0}
          title="Save what is shown as an HTTP Archive"
          onClick={() => exportHar(isFiltered ? shown : []).catch(notifyProblem)}
        >
          Export HAR
        </button>
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

/** Lets the browser save requests as a HAR: all of them, if no key is given. */
async function exportHar(keys: readonly number[]): Promise<void> {
  const query = keys.map((key) => `key=${key}`).join("&");
  const har = await get<unknown>(query === "" ? "/har" : `/har?${query}`);
  const url = URL.createObjectURL(new Blob([JSON.stringify(har, null, 2)], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = "flowc.har";
  link.click();
  // Long after the browser has begun to save it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

async function importHar(file: File): Promise<void> {
  const har = parsedJson((await file.text()).replace(/^\uFEFF/, ""));
  if (har === undefined) throw new Error("This file is no HAR: it is not JSON.");
  const { keys, left } = await change<{ keys: readonly number[]; left: number }>("POST", "/har", har);
  const rest = left === 0 ? "" : ` There was no room for ${left} more.`;
  notify(`${counted(keys.length, "request")} imported.${rest}`);
}
