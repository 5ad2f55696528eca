import { visible } from "../../../compiler/diagnostics/index.js";
import { cardForm, ibanForm, isCard, isIban, Masks, mask } from "../../../runtime/observe/index.js";
import type { RequestMessage, ResponseMessage } from "../../../runtime/observe/trace/index.js";
import { bytesOf, textOf } from "../../recording/body.js";
import { readRecording } from "../../recording/reader.js";
import { type ExitCode, exitCodes, type Output } from "../../shared/surroundings.js";
import { naming } from "./matching.js";

/** Findings that are told one by one. */
const maxTold = 1_000;

/** Characters of a body that are looked at. */
const maxLooked = 4 * 1024 * 1024;

/** Tells what of a recording still looks like a secret, or like a person: where it is, and never the value. */
export async function runAudit(recording: string, { stdout, stderr }: Output): Promise<ExitCode> {
  let [found, lines, isBroken] = [0, 0, false];
  const tell = (number: number, where: string, what: string): void => {
    if (++found <= maxTold) stdout(`${recording}:${number}: ${visible(where)}: ${what}\n`);
  };
  for await (const { number, line } of readRecording(recording)) {
    if (typeof line === "string") {
      stderr(`${recording}:${number}: ${line}\n`);
      isBroken = true;
      continue;
    }
    lines++;
    const upstream = line.kind === "exchange" ? line.upstream : [line.upstream];
    const messages: readonly (readonly [string, RequestMessage | ResponseMessage | undefined])[] = [
      ...(line.kind === "exchange"
        ? ([
            ["request", line.request],
            ["response", line.response],
          ] as const)
        : []),
      ...upstream.flatMap(({ request, response }, index) => [
        [`upstream request ${index + 1}`, request] as const,
        [`upstream response ${index + 1}`, response] as const,
      ]),
    ];
    for (const [name, message] of messages)
      if (message !== undefined)
        for (const [where, what] of findings(message)) tell(number, `${name}, ${where}`, what);
  }
  if (lines === 0 && !isBroken) throw new Error(`${recording} has no exchange that can be read.`);
  stderr(`${found} findings in ${lines} lines\n`);
  return found > 0 || isBroken ? exitCodes.failed : exitCodes.fine;
}

const hidden = /\bhidden-[0-9a-f]{16}\b/g;

function findings(
  message: RequestMessage | ResponseMessage,
): readonly (readonly [where: string, what: string])[] {
  const masks = new Masks();
  const isHidden = (value: string): boolean =>
    value === "" || value.includes(mask) || value.search(hidden) >= 0;
  const found: [string, string][] = [];
  const look = (where: string, seen: string): void => {
    const text = seen.replaceAll(hidden, ""); // stand-ins look like secrets where some are expected
    for (const [what, form] of forms) if (form(text)) found.push([where, `looks like ${what}`]);
    if (masks.masked(text) !== text) found.push([where, "looks like a credential"]);
  };
  const named = (where: string, name: string, value: string): void => {
    if (masks.isSecretParameter(name) && !isHidden(value)) found.push([where, "has the name of a secret"]);
    else look(where, value);
  };
  if ("target" in message) {
    const [path = "", query = ""] = message.target.split("?", 2);
    look("path", path);
    for (const [name, value] of new URLSearchParams(query)) named(`parameter ${name}`, name, value);
  }
  for (const [name, value] of message.fields)
    if (masks.isSecret(name) && !isHidden(value)) found.push([`field ${name}`, "has the name of a secret"]);
    else if (!/^(?:date|last-modified|etag|content-length)$/i.test(name) && !naming.test(name))
      look(`field ${name}`, value);
  const { body = {} } = message;
  const text = (textOf(body) ?? new TextDecoder().decode(bytesOf(body))).slice(0, maxLooked);
  look("body", text);
  const members =
    /"([^"\\]{1,100})"\s*:\s*"([^"\\]+)"|<([\w:.-]{1,100})>([^<]+)<|(?:^|&)([^=&\s"<]{1,100})=([^&\s]+)/g;
  for (const [
    ,
    name = "",
    value = "",
    element = "",
    content = "",
    parameter = "",
    given = "",
  ] of text.matchAll(members))
    if (masks.isSecretParameter(name || element || parameter) && !isHidden(value || content || given))
      found.push([`body, ${name || element || parameter}`, "has the name of a secret"]);
  return found;
}

/** Forms of what tells of a person. */
const forms: readonly (readonly [string, (text: string) => boolean])[] = [
  [
    "an e-mail address",
    (text) => /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,5}\.[a-z]{2,24}\b/i.test(text),
  ],
  ["a phone number", (text) => /(?<![\w+])\+\d{1,3}[ -/]?\d{2,5}[ -/]?\d{3,}(?:[ -]?\d+)*\b/.test(text)],
  ["a card number", (text) => [...text.matchAll(cardForm)].some(([digits]) => isCard(digits))],
  ["an IBAN", (text) => [...text.matchAll(ibanForm)].some(([iban]) => isIban(iban))],
];
