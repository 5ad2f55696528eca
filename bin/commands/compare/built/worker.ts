/**
 * Loaded into the process of a built app, whatever version of flowc has built it: before `server.js`. All its connections
 * lead to the answers of the recording, and its clock and its random values are those of the request.
 */
import { syncBuiltinESMExports } from "node:module";
import net, { type Socket } from "node:net";
import tls from "node:tls";
import { setClock } from "../../../recording/app/clock.js";

const { FLOWC_PLAIN: plainPort = "", FLOWC_SECURE: securePort = "" } = process.env;

const connect = net.Socket.prototype.connect as (this: Socket, options: object, done?: () => void) => Socket;

function connectTo(port: string, socket: Socket, args: readonly unknown[]): Socket {
  const done = args.flat().findLast((each) => typeof each === "function") as (() => void) | undefined;
  return connect.call(socket, { host: "127.0.0.1", port: Number(port) }, done);
}

net.Socket.prototype.connect = function (this: Socket, ...args: readonly unknown[]): Socket {
  return connectTo(plainPort, this, args);
} as typeof net.Socket.prototype.connect;

// Nobody has a certificate for the systems of others, so what goes out encrypted goes out plain, to a port of its own.
tls.connect = ((...args: readonly unknown[]) => {
  const socket = Object.assign(new net.Socket(), {
    ...{ encrypted: true, authorized: true, alpnProtocol: false },
    ...{ getSession: () => undefined, isSessionReused: () => false, getPeerCertificate: () => ({}) },
    setServername: () => {},
  });
  const done = args.flat().findLast((each) => typeof each === "function") as (() => void) | undefined;
  if (done !== undefined) socket.once("secureConnect", done);
  socket.once("connect", () => socket.emit("secureConnect"));
  return connectTo(securePort, socket, []);
}) as unknown as typeof tls.connect;
syncBuiltinESMExports();

process.on("message", ({ startedAt, id }: { readonly startedAt: number; readonly id: string }) => {
  setClock(startedAt, 0, id);
  process.send?.("set");
});
