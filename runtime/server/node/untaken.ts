import type { ChildProcess } from "node:child_process";

/** A message that Node's cluster sends to a worker with a connection, or the answer of the worker. */
interface ClusterMessage {
  readonly act?: string;
  readonly seq?: number;
  readonly ack?: number;
  readonly accepted?: boolean;
}

interface Connection {
  close(): void;
}

/** The connections that were sent to a worker. */
export interface SentConnections {
  readonly count: number;
  /** How many it has not answered for. Node sends one after the other: if there is none, no connection waits. */
  readonly underway: number;
}

/** Milliseconds in which the last messages of a worker that has ended are read. */
const lastMessages = 100;

/**
 * Takes back the connections that a worker did not live to take. Node forgets them, so their clients would wait for
 * ever. There is no other way to know them than Node's own messages.
 * @param hasHeirs returns true if other workers serve that served at a time (of `performance.now()`) already.
 *   Then Node is told that this one refused, and hands them on. Workers that came later may have another
 *   listener, if all others had died: what is handed on at the listener of the dead ones reaches nobody.
 */
export function takeBackUntaken(
  child: ChildProcess,
  hasHeirs: (since: number) => boolean,
): () => SentConnections {
  let count = 0;
  const untaken = new Map<number, Connection>();
  const send = child.send.bind(child) as (...values: readonly unknown[]) => boolean;
  child.send = (message: ClusterMessage, ...others: readonly unknown[]) => {
    if (message.act === "newconn") {
      count++;
      untaken.set(message.seq as number, others[0] as Connection);
    }
    return send(message, ...others);
  };
  child.on("internalMessage", ({ ack, accepted }: ClusterMessage) => {
    // Node keeps one that is refused for the next worker that is free: here, there will be none.
    if (accepted === false && !hasHeirs(performance.now())) untaken.get(ack as number)?.close();
    untaken.delete(ack as number);
  });
  let lostAt = Number.POSITIVE_INFINITY;
  const lost = (): void => {
    lostAt = Math.min(lostAt, performance.now());
  };
  const takeBack = (): void => {
    // Node keeps the worker in its list while a connection is on its way, and would hand it what comes back.
    if (untaken.size > 0 && !child.connected) child.emit("disconnect");
    for (const [ack, connection] of untaken) {
      if (hasHeirs(lostAt)) child.emit("internalMessage", { cmd: "NODE_CLUSTER", ack, accepted: false });
      else connection.close();
    }
  };
  // There may be no event `disconnect`, since Node waits for the worker to take the connection.
  child.once("disconnect", lost);
  child.once("exit", () => {
    lost();
    setTimeout(setImmediate, lastMessages, takeBack);
  });
  return () => ({ count, underway: untaken.size });
}
