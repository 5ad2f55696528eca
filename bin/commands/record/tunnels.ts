import type { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { errorCode } from "../../../runtime/base/index.js";
import { messageOf } from "../../shared/values.js";

/** The tunnels of a proxy (`CONNECT`). Their bytes pass unread. */
export class Tunnels {
  readonly #sockets = new Set<Socket>();

  /** @param opened is called for each tunnel; what it returns, at the end of that tunnel */
  constructor(private readonly opened: (incoming: IncomingMessage) => (failure?: string) => void) {}

  connect(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    const { url = "" } = incoming;
    const [, host = "", port = ""] = /^\[?([\w.:-]{1,253}?)\]?:(\d{1,5})$/.exec(url) ?? [];
    if (!URL.canParse(`https://${url}`) || host === "") {
      socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
      return;
    }
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    const over = this.opened(incoming);
    let failure: string | undefined;
    const other = connect(Number(port), host, () => {
      socket.write("HTTP/1.1 200 Connection Established\r\n\r\n");
      other.write(head);
      socket.pipe(other).pipe(socket);
    });
    const end = (): void => {
      socket.destroy();
      other.destroy();
    };
    other.on("error", (error) => {
      failure = errorCode(error) || messageOf(error);
    });
    for (const each of [socket, other]) each.on("error", end).on("close", end);
    other.once("close", () => over(failure));
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}
