import { settings } from "../../../runtime/base/settings.js";
import { parseHttpUrl } from "../../../runtime/upstream/plan/request-url.js";
import type { UpstreamRequest } from "../../language/action-definition.js";
import type { ApiDescription, UpstreamRules } from "../../syntax/openapi.js";
import type { DataFlow } from "../data-flow/index.js";
import { UpstreamNames } from "./upstream-names.js";

/** The seconds that a request may take which says nothing of its own; of several systems, the longest time. */
export interface SystemTime {
  readonly seconds: number;
  /** True if `x-flow-upstreams` says it of each system that the request may go to. */
  readonly isOfSystem: boolean;
}

export type SystemTimes = (request: UpstreamRequest) => SystemTime;

export function systemTimes({ upstreams }: ApiDescription, { variables }: DataFlow): SystemTimes {
  const usual = settings.DEFAULT_TIMEOUT.otherwise;
  const timed = upstreams.filter(({ timeout }) => timeout !== undefined);
  if (timed.length === 0) return () => ({ seconds: usual, isOfSystem: false });
  const names = new UpstreamNames(variables);
  const most = (some: readonly UpstreamRules[]) => some.map(({ timeout = usual }) => timeout);
  return (request) => {
    const times = names.of(request).map((system) => {
      if (system === undefined || system.includes("…")) return [usual, ...most(timed)];
      return most(timed.filter((rules) => isOf(rules, system)));
    });
    const isOfSystem = times.every(({ length }) => length === 1);
    const least = isOfSystem ? 0 : usual;
    return { seconds: times.flat().reduce((most, one) => Math.max(most, one), least), isOfSystem };
  };
}

const isOf = ({ origin }: UpstreamRules, system: string): boolean =>
  typeof origin === "string" ? parseHttpUrl(system)?.origin === origin : system === `$${origin.env}`;
