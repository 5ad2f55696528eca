import type { UpstreamFacilities } from "../../../runtime/upstream/plan/upstream-facilities.js";
import type { PlatformPart } from "../../language/function-definition.js";
import { properties } from "./properties.js";
import { requestOptions } from "./request-options.js";

/** Parts of the runtime that only some upstream requests need, in the order in which generated code names them. */
export const requestFacilities = [
  "sockets",
  "guard",
  "cache",
  "multipart",
  "charsets",
] as const satisfies readonly (keyof UpstreamFacilities)[];

export type RequestFacility = (typeof requestFacilities)[number];

/** The part of the platform that a facility needs. */
export const platformPartOf: Readonly<Partial<Record<RequestFacility, PlatformPart>>> = {
  sockets: "connections",
  cache: "shared-cache",
};

/** The facility that a property or an option of a request needs, by its name. */
export const facilityOf: ReadonlyMap<string, RequestFacility> = new Map(
  [
    ...requestOptions,
    ...Object.entries(properties).map(([name, { facility }]) => ({ name, facility })),
  ].flatMap(({ name, facility }) => (facility === undefined ? [] : [[name, facility]])),
);
