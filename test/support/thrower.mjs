/**
 * Loaded before `server.js`: lets calls that its code makes to the platform throw, one after the other. A call is known by
 * its place in `server.js`. The parent says which call is to throw, and gets to know which calls there are.
 */
import { EventEmitter } from "node:events";
import { IncomingMessage, OutgoingMessage, Server, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { Duplex, Readable, Writable } from "node:stream";

let armed;
let reached = new Set();

/** The place in `server.js` that called `above`; `undefined` for calls of Node's own code. */
function caller(above) {
  const { prepareStackTrace, stackTraceLimit } = Error;
  try {
    Error.stackTraceLimit = 1;
    Error.prepareStackTrace = (_, sites) => sites[0];
    const trace = {};
    Error.captureStackTrace(trace, above);
    const site = trace.stack;
    if (!site?.getFileName()?.endsWith("/server.js")) return undefined;
    return `${site.getLineNumber()}:${site.getColumnNumber()}`;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    Error.prepareStackTrace = prepareStackTrace;
  }
}

function visit(name, above) {
  const place = caller(above);
  if (place === undefined) return;
  reached.add(`${place} ${name}`);
  if (armed === `${place} ${name}`) throw new Error(`a fault of ${name}`);
}

function wrap(owner, key, name) {
  const { value, configurable, writable } = Object.getOwnPropertyDescriptor(owner, key) ?? {};
  if (typeof value !== "function" || key === "constructor" || !(configurable || writable)) return;
  owner[key] = new Proxy(value, {
    apply(target, self, args) {
      visit(name, this.apply);
      return Reflect.apply(target, self, args);
    },
    construct(target, args, made) {
      visit(`new ${name}`, this.construct);
      return Reflect.construct(target, args, made);
    },
  });
}

const { ReadableStreamDefaultController, ReadableStreamDefaultReader, ReadableStream } = globalThis;
const classes = {
  ...{
    EventEmitter,
    IncomingMessage,
    OutgoingMessage,
    Server,
    ServerResponse,
    Socket,
    Duplex,
    Readable,
    Writable,
  },
  ...{ Headers, ReadableStream, ReadableStreamDefaultController, ReadableStreamDefaultReader },
};
for (const [name, { prototype }] of Object.entries(classes))
  for (const key of Object.getOwnPropertyNames(prototype)) wrap(prototype, key, `${name}.${key}`);
for (const name of ["Headers", "ReadableStream", "Response", "URL", "setTimeout", "setImmediate"])
  wrap(globalThis, name, name);
for (const key of ["byteLength", "concat", "alloc"]) wrap(Buffer, key, `Buffer.${key}`);
wrap(JSON, "stringify", "JSON.stringify");
wrap(Crypto.prototype, "randomUUID", "crypto.randomUUID");

process.on("message", ({ arm }) => {
  armed = arm;
  process.send({ reached: [...reached] });
  reached = new Set();
});
