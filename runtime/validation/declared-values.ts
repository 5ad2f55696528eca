import type { Field } from "../http/fields.js";
import { type DeclaredValues, type Flow, type State, state } from "../request/context.js";
import { pathFields } from "../request/route.js";
import type { Contract } from "./contract.js";
import { parameterValue } from "./parameters.js";
import { RequestParameters } from "./request-parameters.js";

/** Says how the parameters of a request are typed, and checks nothing. */
export function described(contract: Contract): Flow {
  const declared = declaredValues(contract);
  return ($) => {
    $[state].declared = declared;
  };
}

/** Decodes parameters as the description says. One that cannot be read so is left out. */
export function declaredValues({ parameters = [] }: Contract): DeclaredValues | undefined {
  if (parameters.length === 0) return undefined;
  return (request) => {
    const source = clientParameters(request);
    return function* (place) {
      for (const parameter of parameters) {
        if (parameter.place !== place) continue;
        const value = parameterValue(parameter, source);
        if (value !== undefined) yield [parameter.name, value];
      }
    };
  };
}

/** @param form the fields of the body, if that is a form which is described */
export function clientParameters(
  { url, client, route, facilities, body }: State,
  form: readonly Field[] = body.form?.fields ?? [],
): RequestParameters {
  return new RequestParameters({
    path: url.path,
    query: url.query,
    headers: client.headers,
    claims: facilities.claims,
    form,
    pathFields: () => pathFields(route, url.path),
  });
}
