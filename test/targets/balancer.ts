import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Need } from "../support/needs.js";
import { onFreePort, type RunningProcess, run } from "../support/servers.js";

const program = "/usr/sbin/haproxy";

export const haproxy: Need = { name: "HAProxy: apt-get install haproxy", isThere: existsSync(program) };

/**
 * Starts HAProxy before servers on loopback. It does what docs/deploying.md asks of balancers: it sends a request to
 * another server if one takes no connection, or ends it without an answer.
 */
export function balance(directory: string, ports: readonly number[]): Promise<RunningProcess> {
  const file = join(directory, "haproxy.cfg");
  return onFreePort((port) => {
    writeFileSync(file, configuration(port, ports));
    return run(directory, {}, port, [program, "-f", file]);
  });
}

const configuration = (port: number, ports: readonly number[]): string => `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  retries 3
  option redispatch 1
  retry-on conn-failure empty-response
frontend public
  bind 127.0.0.1:${port}
  # What changes something is not sent twice once a server has it.
  http-request disable-l7-retry unless METH_GET
  default_backend app
backend app
  balance roundrobin
${ports.map((each, index) => `  server s${index} 127.0.0.1:${each} check inter 200ms fall 1 rise 1\n`).join("")}`;
