import type { Found, JsonObject, Value } from "../../data/model/values.js";

/** What happens in a request, as the engine tells it to those who watch. Values are made only for somebody who does. */
export type Told =
  | { readonly kind: "flow"; readonly file: string }
  | { readonly kind: "variable"; readonly name: string; readonly value: Value }
  | { readonly kind: "output"; readonly to: string; value(): Found | Value }
  | { readonly kind: "error"; readonly error: JsonObject }
  | { readonly kind: "message"; text(): string };
