import type { JsonForm, JsonMemberForm } from "../../language/editing.js";
import type { Shape } from "../bodies/shape.js";
import { proxyProperties, requestProperties } from "./properties.js";
import { type RequestOption, requestOptions } from "./request-options.js";

const content: JsonForm = {
  members: new Map([
    ["src", { expected: "a location" }],
    ["value", { expected: "anything" }],
    ["mime", { expected: "a media type" }],
  ]),
};

const upload: JsonForm = {
  members: new Map([
    ["name", { expected: "a string" }],
    ["filename", { expected: "a string" }],
    ...(content.members ?? []),
  ]),
};

const optionForm: JsonForm = {
  members: new Map(
    requestOptions.map((option) => [
      option.name,
      { expected: option.shape.expected, ...valuesOf(option), ...formOf(option) },
    ]),
  ),
};

function valuesOf({ value }: RequestOption): Pick<JsonMemberForm, "values"> {
  if (typeof value === "object") return { values: value };
  if (value === "boolean") return { values: [true, false] };
  return value === "mode" ? { values: [true, false, "report-only"] } : {};
}

function formOf({ value }: RequestOption): Pick<JsonMemberForm, "form"> {
  return value === "fields" ? { form: { hasFields: true } } : {};
}

/** What the properties are whose values are objects, or lists of them. */
const forms: ReadonlyMap<string, JsonForm> = new Map([
  ["headers", { hasFields: true }],
  ["body", content],
  ["uploads", { each: upload }],
  ["options", optionForm],
]);

function formWith(rows: Readonly<Record<string, { readonly shape: Shape }>>): JsonForm {
  const member = (name: string, { expected }: Shape): JsonMemberForm => {
    const form = forms.get(name);
    return {
      expected,
      ...(form && { form }),
      ...(expected === "true or false" && { values: [true, false] }),
    };
  };
  return { members: new Map(Object.entries(rows).map(([name, { shape }]) => [name, member(name, shape)])) };
}

/** The JSON of a request. */
export const requestForm: JsonForm = formWith(requestProperties);

/** The JSON of a proxy. */
export const proxyForm: JsonForm = formWith(proxyProperties);
