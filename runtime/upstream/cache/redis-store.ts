import { Buffer } from "node:buffer";
import { createClient, ErrorReply, RESP_TYPES } from "@redis/client";
import { within } from "../../base/timeout.js";
import { type CacheStore, decodeItem, encodeItem, type Item, StoreFault } from "./store.js";

/** Milliseconds that Redis has to answer, and before that to accept a connection. */
const patience = 500;

/** Milliseconds after a failure in which Redis is not asked, so that requests need not wait for it. */
const pause = 1000;

const prefix = "flowc:";

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

  /** @throws StoreFault */
  async #ask<T>(question: (client: Client) => Promise<T>): Promise<T> {
    if (performance.now() < this.#pausedUntil) throw new StoreFault("Redis was out of reach a moment ago.");
    this.#client ??= this.#connect();
    const client = this.#client;
    const answer = client.then(question);
    try {
      return await within(
        patience,
        answer,
        () => new StoreFault(`No answer of Redis within ${patience} ms.`),
      );
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
    socket: { connectTimeout: patience, reconnectStrategy: false },
    commandOptions: { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } },
  });
}

type Client = ReturnType<typeof newClient>;
