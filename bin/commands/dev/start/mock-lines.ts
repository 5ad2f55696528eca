import { visible } from "../../../../compiler/diagnostics/render.js";
import type { MockedUpstreams } from "../../../../compiler/generate/mocks.js";

/** Places beyond this number are only counted. */
const maxPlaces = 20;

/** Which upstream systems are mocked, and which requests go out all the same. */
export function mockLines({ mocks, others }: MockedUpstreams): readonly string[] {
  const names = mocks.map(({ name }) => visible(name)).join(", ");
  const places = others.slice(0, maxPlaces).map(visible).join(", ");
  const more = others.length > maxPlaces ? ` and ${others.length - maxPlaces} more` : "";
  return [
    `mocked     ${names || "nothing: no request names a description of its upstream system"}`,
    ...(others.length === 0 ? [] : [`not mocked ${places}${more}`]),
  ];
}
