/**
 * The interface of the file `telemetry.cjs` for the server that loads it. `open-telemetry/` makes it; this
 * room has the types, so that nothing else needs the packages of OpenTelemetry.
 * @module
 */
import type { Cluster, Worker } from "node:cluster";
import type { Telemetry } from "../../observe/telemetry/telemetry.js";
import type { KnownCertificate } from "./check-module.js";

export interface TelemetryModule {
  /**
   * @param hasAdminPort true if there is a port that can show metrics
   * @throws WrongSetting
   */
  readSettings(env: Environment, hasAdminPort: boolean): TelemetrySettings;
  /** `undefined` if the settings ask for nothing. */
  startTelemetry(settings: TelemetrySettings, host: Host): RunningTelemetry | undefined;
  /** In the primary: what tells the metrics of all workers, and its own faults and events. */
  metricsOfWorkers(cluster: Cluster, own: OwnCounts): Metrics;
  /** In a worker: tells the primary its metrics. */
  tellMetrics(worker: Worker, metrics: Metrics): void;
}

/** The metrics in the text format of Prometheus. */
export type Metrics = () => Promise<string>;

export type Environment = Readonly<Record<string, string | undefined>>;

/** An error about a setting. */
export interface WrongSetting extends Error {
  readonly setting: string;
  /** Says what it must be. */
  readonly wanted: string;
  /** Its value, unless that may hold a secret. */
  readonly shown: string | undefined;
}

export type Protocol = "http/protobuf" | "http/json";

/** How spans or metrics leave the process: to a collector, or to standard output. */
export type Way = Protocol | "console";

/** OpenTelemetry as it was loaded, and its settings. */
export interface OpenTelemetry {
  readonly module: TelemetryModule;
  readonly settings: TelemetrySettings;
}

export interface TelemetrySettings {
  /** If there are none, no spans are made. */
  readonly traces: readonly Way[];
  /** If there are none, metrics are not sent. */
  readonly metrics: readonly Way[];
  /** True if the admin port shows metrics. */
  readonly showsMetrics: boolean;
  /** Milliseconds between two times that metrics are sent. */
  readonly metricInterval: number;
  readonly metricTimeout: number;
}

/** What a process counts itself, also one that serves nobody. */
export interface OwnCounts {
  /** The parts that have failed around the app, and how often. */
  faults(): ReadonlyMap<string, number>;
  /** The events that were left out of the log, by their kind. */
  leftOut(): ReadonlyMap<string, number>;
}

/** The process that is observed. */
export interface Host extends OwnCounts {
  /** Bytes of bodies that requests hold now, by who has sent them. */
  heldBytes(): { readonly client: number; readonly upstream: number };
  /** The facts about the build, to be told as labels. */
  readonly build: Readonly<Record<string, string | undefined>>;
  /** The upstream systems whose health is watched, and whether they are well. */
  health(): Promise<readonly (readonly [URL, boolean])[]>;
  /** The upstream systems that the app names. */
  named(): readonly URL[];
  /** The certificates that the app uses, or was shown. */
  certificates(): readonly KnownCertificate[];
  /** Tells that so many could not be sent. */
  lost(signal: "spans" | "metrics", count: number, reason: string): void;
}

export interface RunningTelemetry {
  readonly telemetry: Telemetry;
  /** `undefined` if nobody may ask for them. */
  readonly metrics: Metrics | undefined;
  /** Sends what there is now. Resolves when that has been sent or is lost. */
  flush(): Promise<void>;
  /** Sends what is still to be sent, as far as that is quick. */
  end(): Promise<void>;
}
