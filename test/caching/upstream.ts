import type { IncomingHttpHeaders } from "node:http";
import { type RunningServer, reply, upstream } from "../support/servers.js";

export type Fields = Readonly<Record<string, string | string[]>>;

export interface Answer {
  readonly status?: number;
  readonly headers?: Fields;
  /** Default: the number of the request since `fresh()`. */
  readonly body?: string;
  /** The point where the connection breaks: before the response, or within its body. */
  readonly breaks?: "before" | "within";
}

/** An upstream that counts requests, and answers each as the test says. */
export interface CountingUpstream {
  /** The header fields of each request since `fresh()`. */
  readonly requests: readonly IncomingHttpHeaders[];
  answer: (path: string, fields: IncomingHttpHeaders) => Answer;
  /** Begins anew, with a URL that no other test asks for. */
  fresh(): string;
  stop: RunningServer["stop"];
}

export async function countingUpstream(): Promise<CountingUpstream> {
  const requests: IncomingHttpHeaders[] = [];
  let urls = 0;
  const { url, stop } = await upstream((request, response) => {
    requests.push(request.headers);
    const {
      status = 200,
      headers = {},
      body = String(requests.length),
      breaks,
    } = counting.answer(request.url ?? "", request.headers);
    if (breaks === "before") response.destroy();
    else if (breaks === "within") response.writeHead(status, headers).write(body, () => response.destroy());
    else reply(response, status, body, headers);
  });
  const counting: CountingUpstream = {
    requests,
    answer: () => ({}),
    fresh: () => {
      requests.length = 0;
      return `${url}/${urls++}`;
    },
    stop,
  };
  return counting;
}
