/** Bodies whose masking may cost much, and what it costs. */
import { readHar } from "../../bin/recording/har.js";
import { keptBody, unbounded } from "../../runtime/observe/trace/kept-message.js";
import { Masks } from "../../runtime/observe/trace/masks.js";
import { form, part } from "./secret-messages.js";

/** Milliseconds of the processor that it takes to mask a body. */
export function costOf(type: string, body: string): number {
  const content = new TextEncoder().encode(body);
  const before = process.cpuUsage();
  const masks = new Masks(undefined, false, (secret) => `hidden-${secret.length}`);
  keptBody([["content-type", type]], { bytes: content, length: content.length }, masks, unbounded);
  const { user, system: own } = process.cpuUsage(before);
  return (user + own) / 1000;
}

export const passwords = (count: number, length: number): string =>
  JSON.stringify({
    p: Array.from({ length: count }, (_, index) => ({ password: "a".repeat(length) + index })),
    x: "a".repeat(count * length),
  });

/** Bodies whose secrets are as hard to find as may be, by a size. */
export const hostile: Readonly<Record<string, readonly [type: string, body: (size: number) => string]>> = {
  "long secrets with one beginning": ["application/json", (size) => passwords(50 * size, 500)],
  "many short secrets with one beginning": ["application/json", (size) => passwords(400 * size, 20)],
  "secrets that are parts of each other": [
    "application/json",
    (size) =>
      JSON.stringify([
        ...Array.from({ length: 100 * size }, (_, index) => ({ token: "ab".repeat(3 + index) })),
        "ab".repeat(50_000 * size),
      ]),
  ],
  "names and values": [
    "application/json",
    (size) =>
      JSON.stringify(Array.from({ length: 5_000 * size }, () => ({ Key: "password", Value: "a-b-c-d" }))),
  ],
  "a form": [
    "application/x-www-form-urlencoded",
    (size) => "name=password&value=aaaaaaab&".repeat(5_000 * size),
  ],
  elements: ["text/xml", (size) => `<a>${"<p key='token'>aaaaaaab</p>".repeat(5_000 * size)}</a>`],
  lines: ["text/plain", (size) => "name: password\nvalue: aaaaaaab\n".repeat(5_000 * size)],
  "a table": ["text/csv", (size) => `key,value\n${"password,aaaaaaab\n".repeat(10_000 * size)}`],
  "a form in parts": [form, (size) => part("password", "aaaaaaab").repeat(400 * size)],
  "digits of cards": ["text/plain", (size) => "4111 1111 1111 1112 ".repeat(10_000 * size)],
  "letters of accounts": ["text/plain", (size) => "DE00 AAAA ".repeat(20_000 * size)],
  paths: ["text/plain", (size) => "/a?token=".repeat(10_000 * size)],
};

/** Texts of repetitions that readers of bodies could look through again and again. */
export const repeated = (many: number): readonly string[] => [
  "{".repeat(many),
  '["token"'.repeat(many),
  "<password>".repeat(many),
  "<a>".repeat(many) + "</b>".repeat(many),
  "token=".repeat(many),
  "token=*** ".repeat(many),
  '"\\"'.repeat(many),
  "<!DOCTYPE [".repeat(many),
  "password: [".repeat(many),
  `<p ${"a=".repeat(many)}`,
  JSON.stringify('x\\"token'.repeat(many)),
  "key".repeat(many),
  `${"-token".repeat(many)}=`,
];

/** Milliseconds of the processor that it takes to read a HAR with this text. */
export function harCostOf(text: string): number {
  const entry = { request: { method: "POST", url: "/", postData: { mimeType: "text/plain", text } } };
  const before = process.cpuUsage();
  readHar({ log: { entries: [entry] } }, () => new Masks());
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
