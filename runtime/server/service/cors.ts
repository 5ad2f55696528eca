import type { HeadFields, Reply } from "../../http/reply.js";
import type { Fields } from "../../request/content.js";
import { type Answer, type State, state } from "../../request/context.js";

export interface CorsOptions {
  /** Origins as browsers send them; `*` stands for all. */
  readonly origins: readonly string[];
  /** True if pages may send cookies and an `Authorization` field. */
  readonly credentials: boolean;
}

/** Tells browsers which pages may use the API (Fetch standard §3.3, CORS protocol). */
export interface Cors {
  /**
   * Puts its own fields in place of those that upstream systems and flows give to responses, and answers `OPTIONS`.
   * @param methods those that pages may use for the path; `undefined` if there is no such path
   * @param answersItself true if a flow answers `OPTIONS`
   */
  around(answer: Answer, methods?: readonly string[], answersItself?: boolean): Answer;
  /** Takes the fields away from responses outside of the API, so that they allow nothing. */
  outside(answer: Answer): Answer;
}

export function cors({ origins, credentials }: CorsOptions): Cors {
  const isOpen = origins.includes("*");
  const allowed = new Set(origins);

  const allow = (current: State, head: string[]): void => {
    const origin = current.client.headers.get("origin");
    if (isOpen) head.push("access-control-allow-origin", "*");
    else {
      if (origin !== null && allowed.has(origin)) head.push("access-control-allow-origin", origin);
      addVary(head, "Origin");
    }
    if (credentials) head.push("access-control-allow-credentials", "true");
  };

  return {
    around: (answer, methods, answersItself = false) => {
      const answered = withHead(answer, (current, { head }) => {
        const own = ownFields(current, head);
        if (methods !== undefined && current.client.method === "OPTIONS")
          replacePassed(current, own, methods);
        allow(current, own);
        return own;
      });
      if (methods === undefined || answersItself) return answered;
      const preflight = withHead(
        () => ({ status: 200, head: [], body: null, bytes: 0 }),
        (current) => {
          const head: string[] = [];
          addMethods(head, methods);
          addAskedFields(current, head);
          allow(current, head);
          return head;
        },
      );
      return ($) => ($[state].client.method === "OPTIONS" ? preflight($) : answered($));
    },
    outside: (answer) => withHead(answer, (current, { head }) => ownFields(current, head)),
  };
}

function withHead(answer: Answer, head: (current: State, reply: Reply) => HeadFields): Answer {
  const changed = ($: Parameters<Answer>[0], reply: Reply) => ({ ...reply, head: head($[state], reply) });
  return ($) => {
    const reply = answer($);
    return reply instanceof Promise ? reply.then((settled) => changed($, settled)) : changed($, reply);
  };
}

const prefix = "access-control-";
const exposed = "access-control-expose-headers";
const allowedMethods = "access-control-allow-methods";
const allowedHeaders = "access-control-allow-headers";

/** Fields that `x-flow-cors` alone writes: a flow that sets them may have copied them from an upstream system. */
const reserved: ReadonlySet<string> = new Set([
  "access-control-allow-origin",
  "access-control-allow-credentials",
]);

/**
 * The fields without those of the protocol. A flow that answers `OPTIONS` keeps what it says of methods and fields; which
 * fields can be read matters only to pages that may read at all.
 */
function ownFields({ client, headers: set, main }: State, head: HeadFields): string[] {
  const own: string[] = [];
  for (let index = 0; index < head.length; index += 2) {
    const name = head[index] as string;
    const value = head[index + 1] as string;
    if (!name.startsWith(prefix)) own.push(name, value);
    else if (name === exposed) own.push(name, joined(main?.fields, set) ?? value);
    else if (client.method === "OPTIONS" && set?.has(name) && !reserved.has(name)) own.push(name, value);
  }
  return own;
}

/** The names that the upstream system exposes together with those of the flow; `undefined` unless both do. */
function joined(passed: Fields | undefined, set: Fields | undefined): string | undefined {
  const values = [passed?.get(exposed), set?.get(exposed)].flatMap((value) => value ?? []);
  if (passed === undefined || values.length < 2) return undefined;
  const names = new Map(values.flatMap(listItems).map((name) => [name.toLowerCase(), name]));
  return [...names.values()].join(", ");
}

/** Says in place of an upstream system that answered `OPTIONS` what pages may send. */
function replacePassed(current: State, head: string[], methods: readonly string[]): void {
  const { main, headers: set } = current;
  const isReplaced = (name: string) => main?.fields?.has(name) === true && set?.has(name) !== true;
  if (isReplaced(allowedMethods)) addMethods(head, methods);
  if (isReplaced(allowedHeaders)) addAskedFields(current, head);
}

function addMethods(head: string[], methods: readonly string[]): void {
  head.push(allowedMethods, methods.join(", "));
}

/** Pages may send whatever fields they ask for. */
function addAskedFields({ client }: State, head: string[]): void {
  const asked = client.headers.get("access-control-request-headers");
  if (asked === null) return;
  head.push(allowedHeaders, asked);
  addVary(head, "Access-Control-Request-Headers");
}

/** Names a field in `Vary`, once; `*` stands for all (RFC 9110 §12.5.5). */
function addVary(head: string[], name: string): void {
  for (let index = 0; index < head.length; index += 2) {
    if (head[index] !== "vary") continue;
    const value = head[index + 1] as string;
    const known = listItems(value.toLowerCase());
    if (known.length === 0) head[index + 1] = name;
    else if (!known.includes(name.toLowerCase()) && !known.includes("*"))
      head[index + 1] = `${value}, ${name}`;
    return;
  }
  head.push("vary", name);
}

function listItems(list: string): readonly string[] {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
