import type { RefObject } from "preact";
import { change } from "../data/api.js";
import { requests } from "../data/live.js";
import { useStore } from "../data/store.js";
import { counted } from "../shared/figures.js";
import { notifyProblem } from "../shared/notices.js";
import { everything, type Filter, valuesOf } from "./filter.js";
import { exportHar, importHar } from "./har.js";

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
  const named = (values: readonly string[], any: string) => [
    ["", any] as const,
    ...values.map((value) => [value, value] as const),
  ];
  return (
    <div class="toolbar row">
      <input
        ref={search}
        type="search"
        placeholder="Search path, flow, error, ID"
        aria-label="Search"
        value={filter.text}
        onInput={(event) => onFilter({ ...filter, text: event.currentTarget.value })}
      />
      <Choice
        label="Method"
        value={filter.method}
        options={named(valuesOf(all, "method"), "any method")}
        onChoose={(method) => onFilter({ ...filter, method })}
      />
      <Choice
        label="Status"
        value={filter.status}
        options={statuses}
        onChoose={(status) => onFilter({ ...filter, status })}
      />
      <Choice
        label="Flow"
        value={filter.flow}
        options={named(valuesOf(all, "flow"), "any flow")}
        onChoose={(flow) => onFilter({ ...filter, flow })}
      />
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

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, label: string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  // What is chosen stays there, also when the last request that had it is gone.
  const known = options.some(([each]) => each === value) ? options : [...options, [value, value] as const];
  return (
    <select aria-label={label} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
      {known.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
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
