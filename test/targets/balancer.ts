/** nginx and HAProxy, as Debian has them, before servers on loopback. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Need } from "../support/needs.js";
import { onFreePort, type RunningProcess, run } from "../support/servers.js";

export interface ProxyProgram extends Need {
  /** Starts it with a configuration, and waits until it answers on a port of loopback. */
  start(directory: string, port: number, configuration: string): Promise<RunningProcess>;
}

export const haproxy: ProxyProgram = {
  name: "HAProxy: apt-get install haproxy",
  isThere: existsSync("/usr/sbin/haproxy"),
  start(directory, port, configuration) {
    const file = written(directory, "haproxy.cfg", configuration);
    return run(directory, {}, port, ["/usr/sbin/haproxy", "-f", file]);
  },
};

/** Its configurations are those of `conf.d/`: the rest says where it may write. */
export const nginx: ProxyProgram = {
  name: "nginx: apt-get install nginx",
  isThere: existsSync("/usr/sbin/nginx"),
  start(directory, port, configuration) {
    written(directory, "app.conf", configuration);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
      .map((kind) => `  ${kind}_temp_path ${directory}/${kind};\n`)
      .join("");
    const file = written(
      directory,
      "nginx.conf",
      `pid ${directory}/nginx.pid;
error_log ${directory}/error.log;
events {}
http {
  access_log off;
${temporary}  include app.conf;
}
`,
    );
    return run(directory, {}, port, ["/usr/sbin/nginx", "-c", file, "-g", "daemon off;"]);
  },
};

function written(directory: string, name: string, text: string): string {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, name);
  writeFileSync(file, text);
  return file;
}

/**
 * Starts HAProxy before servers. It does what docs/deploying.md asks of balancers: it sends a request to another server if
 * one takes no connection, or ends it without an answer.
 */
export function balance(directory: string, ports: readonly number[]): Promise<RunningProcess> {
  return onFreePort((port) => haproxy.start(directory, port, configuration(port, ports)));
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
