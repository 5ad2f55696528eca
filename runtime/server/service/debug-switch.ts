import { type DebugSettings, parseSettings } from "../../base/debug-settings.js";
import { keptVariables } from "../../base/environment-variables.js";
import { setting } from "../../base/settings.js";
import { Selection } from "../../data/model/values.js";
import { debugListener } from "../../observe/debug/debug-listener.js";
import { type Context, state } from "../../request/context.js";
import { alert } from "../../request/flow-errors.js";

/** The actions that set a variable, by its name; only `eval` sets the others. */
export type Setters = Readonly<Record<string, readonly string[]>>;

/** Decides which requests are debugged. The settings are read with the first request, and when they have changed. */
export class DebugSwitch {
  readonly #setters: ReadonlyMap<string, readonly string[]>;
  #environment: Environment | undefined;
  #readIn: ReturnType<typeof keptVariables>;

  constructor(setters: Setters = {}) {
    this.#setters = new Map(Object.entries(setters));
  }

  /** The context to run the flows with: the same one, unless the request is debugged. */
  watch($: Context): Context {
    const current = $[state];
    const kept = keptVariables();
    if (this.#environment === undefined || this.#readIn !== kept) {
      this.#environment = readEnvironment($);
      this.#readIn = kept;
    }
    const { settings, allowsHeader, password } = this.#environment;
    const asked = allowsHeader ? headerSettings($, password) : undefined;
    const effective = asked ?? settings;
    const listener = effective && debugListener(current, effective);
    if (listener !== undefined) current.listen(listener).say("env", () => engineVariables($));
    return current.events?.areTold ? this.#watched($) : $;
  }

  /** A context that shows assignments to variables. Generated code simply assigns, so only the context can tell. */
  #watched($: Context): Context {
    return new Proxy($, {
      set: (target, name, value) => {
        if (typeof name === "string") {
          const actions = this.#setters.get(name) ?? ["eval"];
          target[state].events?.tell(actions, { kind: "variable", name, value });
        }
        return Reflect.set(target, name, value);
      },
    });
  }
}

interface Environment {
  readonly settings: DebugSettings | undefined;
  readonly allowsHeader: boolean;
  readonly password: string | undefined;
}

function readEnvironment($: Context): Environment {
  const { bindings } = $[state];
  const password = setting(bindings, "DEBUG_AUTH");
  const allowed = setting(bindings, "DEBUG_ALLOW_HEADER");
  return {
    settings: setting(bindings, "DEBUG"),
    password,
    allowsHeader: allowed ?? password !== undefined,
  };
}

/** Reads what the header field `Debug` asks for: `topic:level:sink; auth=password`. */
function headerSettings($: Context, password: string | undefined): DebugSettings | undefined {
  const field = $[state].client.headers.get("debug");
  if (field === null) return undefined;
  const [, asked = "", given = ""] = /^([^;]*)(?:;\s*auth=(.*))?$/.exec(field) ?? [];
  if (password !== undefined && !sameText(given.trim(), password)) {
    alert($, "debug", "The header field Debug has not the right password.");
    return undefined;
  }
  const settings = parseSettings(asked);
  if (settings === undefined) alert($, "debug", "The header field Debug is no debug setting.");
  return settings;
}

/** Variables of the environment that are meant for the app; others are the machine's. */
function engineVariables({ env }: Context) {
  const all = env instanceof Selection ? env.toJson() : null;
  return Object.fromEntries(Object.entries(all ?? {}).filter(([name]) => /^FL(?:OW|AT)_/.test(name)));
}

const encoder = new TextEncoder();

/**
 * Returns true if both texts are the same. How long this takes depends only on the length of `given`, which
 * its sender knows.
 */
function sameText(given: string, secret: string): boolean {
  const sent = encoder.encode(given);
  const expected = encoder.encode(secret);
  let difference = sent.length ^ expected.length;
  for (const [index, byte] of sent.entries()) difference |= byte ^ (expected[index % expected.length] ?? 0);
  return difference === 0;
}
