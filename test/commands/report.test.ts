/** `flowc report`: one verdict for each operation, the worst of what it reaches. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { exitCodes } from "../../bin/shared/surroundings.js";
import { flowc, repository } from "../support/project.js";
import { appOf, describing } from "./app.js";

interface Reported {
  readonly version: number;
  readonly summary: Readonly<Record<string, number>>;
  readonly operations: readonly {
    readonly path: string;
    readonly verdict: string;
    readonly findings: readonly { readonly code: string; readonly line: number }[];
    readonly decisions: readonly { readonly id: string; readonly line: number }[];
    readonly risks: readonly { readonly kind: string; readonly message: string }[];
  }[];
}

const report = (...args: readonly string[]) => flowc("report", ...args);

const flow = (text: string) => `<flow>\n${text}\n</flow>\n`;

const broken = appOf("report", {
  "swagger.yaml": describing({
    "/plain": "plain.xml",
    "/regex": "regex.xml",
    "/typo": "typo.xml",
    "/manual": "manual.xml",
    "/calls": "calls.xml",
    "/blocked": "blocked.xml",
  }),
  "plain.xml": flow(`<template>{ "a": 1 }</template>`),
  "regex.xml": flow(`<regex pattern="/a/" replace="b"/>`),
  "typo.xml": flow(`<template>{ "a": {{ coumt(//a) }} }</template>`),
  "manual.xml": flow(`<set-status code="OK"/>`),
  "calls.xml": flow(`<sub-flow src="manual.xml"/>`),
  "blocked.xml": flow(`<template>{ "a": {{ oracle-of-delphi(1) }} }</template>`),
});

describe("report", () => {
  test("has a verdict for each operation, although others have errors", async () => {
    const { code, stdout } = await report(broken, "--format", "json");
    expect(code).toBe(exitCodes.fine);
    const { version, operations, summary } = JSON.parse(stdout) as Reported;
    expect(version).toBe(1);
    expect(Object.fromEntries(operations.map(({ path, verdict }) => [path, verdict]))).toEqual({
      "/api/plain": "as-is",
      "/api/regex": "differs",
      "/api/typo": "fix",
      "/api/manual": "manual",
      "/api/calls": "manual",
      "/api/blocked": "blocked",
    });
    expect(summary).toEqual({ "as-is": 1, differs: 1, fix: 1, manual: 2, blocked: 1 });
    expect(operations[1]?.decisions).toMatchObject([{ id: "D-FILE-06", line: 2 }]);
    expect(operations[3]?.findings).toMatchObject([{ code: "FLOW4016", line: 2 }]);
  });

  test("fails as --fail-on says, and where there is no description", async () => {
    expect(await report(broken, "--fail-on", "blocked")).toMatchObject({ code: exitCodes.failed });
    const fine = join(repository, "fixtures/hello");
    expect(await report(fine, "--fail-on", "manual")).toMatchObject({ code: exitCodes.fine, stderr: "" });
    const empty = appOf("report-empty", { "a.xml": "<flow/>" });
    const { code, stderr } = await report(empty);
    expect(code).toBe(exitCodes.failed);
    expect(stderr).toMatch(/FLOW\d{4}/);
  });

  test("names risks, and no secrets", async () => {
    const app = appOf("report-risks", {
      "swagger.yaml": "swagger: '2.0'\npaths:\n  /a:\n    post:\n      x-flow: a.xml\n",
      "a.xml":
        flow(`<request>{ "url": {{ $request/get/u }}, "method": "PUT", "headers": { "X-Token": "s3cr3t" },
        "options": { "ignore-certificate-errors": true } }</request>
        <template>{ "a": {{ $env/FLAT_MINE }} }</template>`),
    });
    const { stdout } = await report(app, "--format", "json");
    const kinds = (JSON.parse(stdout) as Reported).operations.flatMap(({ risks }) =>
      risks.map(({ kind }) => kind),
    );
    expect(new Set(kinds)).toEqual(
      new Set(["weak-tls", "computed-url", "writes", "secret", "environment", "setting"]),
    );
    expect(stdout).not.toContain("s3cr3t");
  });
});
