import { RE2JS } from "re2js";
import type { LinearForm } from "../pattern/linear-form.js";

/** The form, if the linear engine takes it: it knows fewer scripts than JavaScript does. */
export function accepted(form: LinearForm | undefined): LinearForm | undefined {
  if (form === undefined) return undefined;
  try {
    RE2JS.compile(form.source);
    return form;
  } catch {
    return undefined;
  }
}
