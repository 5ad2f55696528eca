import { parsedJson } from "../../../../shared/values.js";
import { change, get } from "../data/api.js";
import { counted } from "../shared/figures.js";
import { notify } from "../shared/notices.js";

/** Lets the browser save requests as a HAR: all of them, if no key is given. */
export async function exportHar(keys: readonly number[]): Promise<void> {
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

export async function importHar(file: File): Promise<void> {
  const har = parsedJson((await file.text()).replace(/^\uFEFF/, ""));
  if (har === undefined) throw new Error("This file is no HAR: it is not JSON.");
  const { keys, left } = await change<{ keys: readonly number[]; left: number }>("POST", "/har", har);
  const rest = left === 0 ? "" : ` There was no room for ${left} more.`;
  notify(`${counted(keys.length, "request")} imported.${rest}`);
}
