import { aggregatorUpstreams } from "./aggregator-upstreams.js";
import { loginServer } from "./login.js";

/** The password that lets requests debug the apps. */
export const debugPassword = "let me see";

/**
 * The surroundings that the apps of `fixtures/` need: upstream systems, and environment variables that an
 * operator sets.
 */
export interface Surroundings {
  readonly env: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

export async function surroundings(): Promise<Surroundings> {
  const upstreams = await aggregatorUpstreams();
  const login = await loginServer();
  return {
    env: {
      ...upstreams.env,
      FLOW_ALLOW_MOCKING: "true",
      CHECK_RESPONSES: "true",
      FLOW_DEBUG_AUTH: debugPassword,
      LOGIN_KEYS: `${login.url}/jwks.json`,
    },
    stop: async () => {
      await upstreams.stop();
      await login.stop();
    },
  };
}
