import { Socket } from "node:net";

/** Lets every connection of this thread fail. All that connects does it by this method: agents, TLS, Redis, LDAP. */
export function goOffline(): void {
  Socket.prototype.connect = function connect(): Socket {
    const error = Object.assign(new Error("There is no network."), { code: "ENETUNREACH" });
    process.nextTick(() => this.destroy(error));
    return this;
  };
}
