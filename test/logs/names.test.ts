/** `FLOW_LOG_NAMES` and `FLOW_LOG_OMIT`: every member of every event that there is. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as conventions from "@opentelemetry/semantic-conventions/incubating";
import { expect, test } from "vitest";
import { logMembers, readOmitted } from "../../runtime/base/log-members.js";
import { fieldNames } from "../../runtime/server/log-form/field-names.js";
import { logFormModule } from "../../runtime/server/log-form/log-form.js";
import { eventLines } from "../support/event-line.js";
import { repository } from "../support/project.js";

/** Members that begin each event, in all names. */
const head = ["timestamp", "type", "message", "severity", "level"];

const allMembers = new Set([...logMembers.values()].flatMap((names) => [...names]));

test("have the members that the documentation names, and no others", () => {
  const page = readFileSync(join(repository, "docs/logs.md"), "utf8");
  const documented = new Map(
    page.split(/^## /m).flatMap((section): [string, Set<string>][] => {
      const types = section.split("\n", 1)[0]?.match(/engine_\w+/g) ?? [];
      const names = [...section.matchAll(/^\| ((?:`\w+`(?:, )?)+) \|(?: [a-z]+)? \|/gm)].flatMap(
        ([, cell = ""]) => cell.match(/\w+/g) ?? [],
      );
      const all = new Set(names);
      return types.map((type) => [type, all]);
    }),
  );
  const common = new Set(["instance", "worker", "trace_id", "span_id"]);
  const process = documented.get("engine_start") ?? new Set();
  for (const [type, members] of logMembers) {
    const own = [...members].filter((name) => !common.has(name)).sort();
    if (documented.get(type) === process)
      for (const name of own) expect([type, process.has(name)]).toEqual([type, true]);
    else expect([type, ...own]).toEqual([type, ...[...(documented.get(type) ?? [])].sort()]);
  }
});

test("give each member a name in both, and OpenTelemetry's are in its conventions", () => {
  const known = new Set<unknown>(Object.values(conventions).filter((value) => typeof value === "string"));
  const header = /^http\.(?:request|response)\.header\./;
  for (const name of allMembers) {
    if (head.includes(name)) continue;
    const fields = fieldNames.get(name);
    const { ecs, opentelemetry } = fields ?? {};
    expect([name, ecs?.names.length, opentelemetry?.names.length]).not.toContain(undefined);
    for (const one of opentelemetry?.names ?? [])
      if (!/^(?:flow\.|trace_id$|span_id$)/.test(one) && !header.test(one))
        expect([name, one, known.has(one)]).toEqual([name, one, true]);
  }
  expect([...fieldNames.keys()].filter((name) => !allMembers.has(name))).toEqual([]);
});

test.each(["ecs", "opentelemetry"] as const)(
  "%s: no value of any event is lost, and no name is there twice",
  (names) => {
    const form = logFormModule.formOf(names, undefined);
    for (const [type, members] of logMembers) {
      const values = new Map([...members].map((name, index) => [name, `value-${index}-`]));
      for (const [name, value] of [
        ["type", type],
        ["timestamp", "2026-11-22T10:15:30.042+01:00"],
      ] as const)
        values.set(name, value);
      for (const name of ["severity", "level"]) if (members.has(name)) values.set(name, "error");
      for (const name of ["realtime", "duration", "uptime"]) if (members.has(name)) values.set(name, "7");
      const written = form(JSON.stringify(Object.fromEntries(values)));
      eventLines(written);
      for (const [name, value] of values)
        if (name === "realtime" || (name === "duration" && names === "ecs"))
          expect(written).toContain(names === "ecs" ? "7000000000" : '"7"');
        else
          expect([type, name, written.toLowerCase().includes(value.toLowerCase())]).toEqual([
            type,
            name,
            true,
          ]);
    }
  },
);

test("every member but those that say what the event is can be left out, and flows keep theirs", () => {
  const names = [...allMembers].filter((name) => readOmitted(name) !== undefined);
  expect([...allMembers].filter((name) => !names.includes(name)).sort()).toEqual(
    [...head, "requestID"].sort(),
  );
  const form = logFormModule.formOf(undefined, readOmitted(names.join(" ")));
  for (const [type, members] of logMembers) {
    const event = Object.fromEntries([...members].map((name) => [name, name === "type" ? type : name]));
    const left = JSON.parse(form(JSON.stringify({ ...event, mine: 12345678901234567890n.toString() })));
    expect(Object.keys(left).filter((name) => !head.includes(name))).toEqual(["requestID", "mine"]);
  }
  // `level` is a member of another type; `__proto__` is a name.
  const own = '{"type":"engine_access","topic":1,"__proto__":2,"a":12345678901234567890}';
  expect(logFormModule.formOf(undefined, readOmitted("topic"))(own)).toBe(own);
  expect(logFormModule.formOf("ecs", undefined)(own)).toContain(
    '"flow.fields":{"topic":1,"__proto__":2,"a":12345678901234567890}',
  );
});
