import { Buffer } from "node:buffer";
import { createClient, ErrorReply, RESP_TYPES } from "@redis/client";
import { digestOf } from "../../base/digest.js";
import { within } from "../../base/timeout.js";
import { type CacheStore, decodeItem, encodeItem, type Item, StoreFault } from "./store.js";

/** Milliseconds that Redis has to answer, and before that to accept a connection. */
const patience = 500;

/** The same while the process starts, which keeps the processor busy. */
const startPatience = 2_000;

/** Milliseconds after a failure in which Redis is not asked, so that requests need not wait for it. */
const pause = 1000;

const prefix = "flowc:";

/**
 * When the next request would be due, in milliseconds of the clock of Redis; KEYS: the counter, ARGV: the interval, and how far requests
 * may be ahead. Answers the wait, and when the counter is as if no request had come.
 */
const take = `
local time = redis.call("TIME")
local now = time[1] * 1000 + time[2] / 1000
local due = math.max(tonumber(redis.call("GET", KEYS[1]) or "0"), now)
local wait = due - now - ARGV[2]
if wait > 0 then return { math.ceil(wait), math.ceil(due - now) } end
due = due + ARGV[1]
redis.call("SET", KEYS[1], string.format("%.3f", due), "PX", math.max(1, math.ceil(due - now)))
return { 0, math.ceil(due - now) }`;

/** Items in Redis, which several processes may share. Its own settings say how much it keeps. */
export class RedisStore implements CacheStore {
  #client: Promise<Client> | undefined;
  #pausedUntil = 0;

  constructor(private readonly url: string) {}

  async get(key: string): Promise<Item | undefined> {
    const bytes = await this.#ask((client) => client.get(prefix + key));
    return bytes === null ? undefined : decodeItem(bytes);
  }

  async set(key: string, item: Item, seconds: number): Promise<void> {
    const bytes = Buffer.from(encodeItem(item).buffer);
    await this.#ask((client) =>
      client.set(prefix + key, bytes, { expiration: { type: "EX", value: seconds } }),
    );
  }

  async delete(key: string): Promise<void> {
    await this.#ask((client) => client.del(prefix + key));
  }

  /** Counts a request in one round trip. @throws StoreFault */
  async take(key: string, interval: number, ahead: number): Promise<{ wait: number; full: number }> {
    const hash = await digestOf(key);
    const answer = await this.#ask((client) =>
      client.eval(take, { keys: [`${prefix}limit:${hash}`], arguments: [String(interval), String(ahead)] }),
    );
    const [wait, full] = (answer as readonly unknown[]).map(Number);
    return { wait: wait ?? 0, full: full ?? 0 };
  }

  /** Connects, for which a process that is just starting has more time than a request has. @throws StoreFault */
  async ready(): Promise<void> {
    await this.#ask((client) => client.ping(), startPatience);
  }

  close(): void {
    this.#client?.then((client) => client.close()).catch(() => {}); // it is closed already, or was never open
    this.#client = undefined;
  }

  /** @throws StoreFault */
  async #ask<T>(question: (client: Client) => Promise<T>, limit = patience): Promise<T> {
    if (performance.now() < this.#pausedUntil) throw new StoreFault("Redis was out of reach a moment ago.");
    this.#client ??= this.#connect();
    const client = this.#client;
    const answer = client.then(question);
    try {
      return await within(limit, answer, () => new StoreFault(`No answer of Redis within ${limit} ms.`));
    } catch (thrown) {
      if (thrown instanceof ErrorReply) throw refusal(thrown);
      this.#pausedUntil = performance.now() + pause;
      this.#client = undefined;
      client.then((broken) => broken.destroy()).catch(() => {}); // it is closed already, or was never open
      throw thrown;
    }
  }

  async #connect(): Promise<Client> {
    const client = newClient(this.url);
    // The next call connects again.
    client.on("error", () => {
      this.#client = undefined;
    });
    await client.connect().catch((thrown) => {
      throw thrown instanceof ErrorReply ? refusal(thrown) : thrown;
    });
    // An open connection must not keep the process from ending.
    client.unref();
    return client;
  }
}

/** The first word is the kind of error; it tells nothing about what was asked. */
function refusal({ message }: ErrorReply): StoreFault {
  return new StoreFault(`Redis refuses (${message.split(" ", 1)[0]}).`);
}

function newClient(url: string) {
  return createClient({
    url,
    disableOfflineQueue: true,
    socket: { connectTimeout: startPatience, reconnectStrategy: false },
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
  });
}

type Client = ReturnType<typeof newClient>;
