import { isSlip } from "../../diagnostics/slips.js";
import { append } from "../../source/lists.js";
import { variableSlot } from "../data-flow/slots.js";
import { type EnvironmentRead, environmentReads } from "../flows/environment-reads.js";
import type { Rule } from "./rule.js";

/** With more names, nothing is compared: the time to compare them grows with the square of their number. */
const maxNames = 300;

/**
 * Finds environment variables that are read once, under a name that looks like a misspelt one of another that flows
 * read. Of two that are read once each, both are reported: nothing tells which of them is right.
 */
export const environment: Rule = ({ app, dataFlow, reporter }) => ({
  end() {
    // A variable of that name hides what there is.
    if (dataFlow.sets.has(variableSlot("env"))) return;
    const reads = new Map<string, EnvironmentRead[]>();
    for (const read of [...app.flows.values()].flatMap((flow) => environmentReads(flow, app.files)))
      append(reads, read.name, read);
    if (reads.size > maxNames) return;
    for (const [name, [read, ...others]] of reads) {
      if (read === undefined || others.length > 0) continue;
      const like = [...reads].filter(([other]) => other !== name && isMisspelt(name, other));
      const [most] = like.sort(([, a], [, b]) => b.length - a.length);
      if (most !== undefined)
        reporter.report(read.span, "environmentTypo", { name, nearest: most[0], count: most[1].length });
    }
  },
});

/** Shorter names are alike by chance. */
const minLength = 6;

/**
 * Returns true if two names differ by a slip, or by an `s` within them: `USER_API` and `USERS_API`.
 * `AUTH_URL` and `OAUTH_URL` differ on purpose, as do the names of a protocol and of its encrypted form.
 */
function isMisspelt(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < minLength || isWordBegunEarlier(a, b) || isWordBegunEarlier(b, a))
    return false;
  return isSlip(a, b) || withoutPlurals(a) === withoutPlurals(b);
}

/** Tells whether the longer name has a letter more at the beginning of a word. */
function isWordBegunEarlier(short: string, long: string): boolean {
  return [...long.matchAll(/(?<=^|_)[a-z]/gi)].some(
    ({ index }) => long.slice(0, index) + long.slice(index + 1) === short,
  );
}

function withoutPlurals(name: string): string {
  return name.replaceAll(/(?<!(?:^|_)(?:AMQP|FTP|HTTP|IMAP|LDAP|MQTT|REDIS|SMTP|WS))S(?=_)/gi, "");
}
