import { linkTo } from "../shared/route.js";

/** What `#/requests/12?step=4` says, from the segment after the name of the view. */
export function readStepLink(segment: string): { readonly key: number; readonly step: number | undefined } {
  const [, key = "", step] = /^(\d{1,15})(?:\?step=(\d{1,9}))?$/.exec(segment) ?? [];
  // Steps are counted from 1 for people.
  return {
    key: key === "" ? Number.NaN : Number(key),
    step: step === undefined ? undefined : Number(step) - 1,
  };
}

export const stepLink = (key: number, step: number): string => `${linkTo("requests", key)}?step=${step + 1}`;
