import type { DiagnosticName } from "../diagnostics/index.js";
import type { Touch } from "./uses.js";

/** A deliberate difference between flowc and the original engine. */
export interface Decision {
  /** The subject and a number: `D-REQ-07`. It is never used again. */
  readonly id: string;
  readonly title: string;
  /** The original engine's behaviour; `undefined` where its reference says nothing of it. */
  readonly old?: string;
  readonly now: string;
  /** Who can tell the difference; empty if nobody can. */
  readonly noticed: readonly Party[];
  /** The places of an app that it is about. Without these, and without `reports`, it is about every app. */
  readonly touches?: Touch;
  /** The findings of the build that come from it. */
  readonly reports?: readonly DiagnosticName[];
  /** flowc lacks what the app asks for there. */
  readonly isMissing?: true;
  /** True of a difference between answers, or between upstream requests, that comes from it where the app has its places. */
  readonly explains?: (difference: Difference) => boolean;
}

export type Party = "client" | "upstream" | "operator";

/** One difference between what the original engine and flowc have made of a request. */
export interface Difference {
  /** In the answer to the client, or in a request to an upstream system. */
  readonly of: "answer" | "upstream";
  readonly part: "status" | "field" | "body" | "method" | "url";
  /** Of a field, its name in lower case; of a member of a body, its names: `error.info[]`; otherwise empty. */
  readonly name: string;
  /** A member of JSON, or a text; a status is a number. `undefined` where there is none. */
  readonly old: unknown;
  readonly new: unknown;
  /** The request of the client. */
  readonly method: string;
  readonly target: string;
  /** The value of one of its header fields; empty if there is none. */
  readonly field: (name: string) => string;
  /** The status of the new answer, and the code of the error in it. */
  readonly status: number;
  readonly code: number | undefined;
  /** The client or an upstream system has sent XML. */
  readonly hasXml: boolean;
}

/** The subjects, by the middle part of an identifier, in the order of the documentation. */
export const subjects: Readonly<Record<string, string>> = {
  REQ: "Requests and routing",
  LOAD: "Load",
  BODY: "Bodies",
  VAR: "Variables",
  TPL: "Templates",
  XP: "XPath",
  VAL: "Validation",
  FILE: "Files and locations",
  KEY: "Keys, signatures and encryption",
  SEC: "Security",
  RES: "The response",
  UP: "Upstream requests",
  CACHE: "The cache",
  ERR: "Errors",
  LOG: "The log",
  XSLT: "Stylesheets",
  ENV: "Environment and configuration",
};
