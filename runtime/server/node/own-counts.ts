import { faultCounts } from "../../observe/logs/faults.js";
import { leftOutCounts } from "../../observe/logs/left-out.js";
import type { OwnCounts } from "./telemetry-module.js";

export const ownCounts: OwnCounts = { faults: faultCounts, leftOut: leftOutCounts };
