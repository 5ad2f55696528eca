import { RE2JS } from "re2js";
import type { LinearForm } from "../linear-form.js";

/** The form, if the linear engine accepts it. That engine knows fewer scripts than JavaScript. */
export function accepted(form: LinearForm | undefined): LinearForm | undefined {
  if (form === undefined) return undefined;
  try {
    RE2JS.compile(form.source);
    return form;
  } catch {
    return undefined;
  }
}
