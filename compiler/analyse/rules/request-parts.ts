import { requestsOf } from "../../constructs/actions/facts.js";
import { checkPartTimes, checkRetryTimes, mostSeconds } from "../../constructs/options/check-retry.js";
import type { FlowRule } from "./rule.js";

/** Proves that the time of a request, or else that of its system, is enough for its parts and its repetitions. */
export const requestParts: FlowRule = ({ templates, systemTime, reporter }) => ({
  action(action) {
    for (const request of requestsOf(action, templates)) {
      const { config } = request;
      if (config === undefined) continue;
      const { seconds, isOfSystem } = systemTime(request);
      checkRetryTimes(config, mostSeconds(config, seconds), reporter);
      if (isOfSystem) checkPartTimes(config, seconds, reporter);
    }
  },
});
