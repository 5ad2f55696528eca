import { type DataCallback, type Disposable, StreamMessageReader } from "vscode-languageserver/node";

/** Reads messages, and passes over what is JSON but no message, on which the library fails. */
export class CarefulReader extends StreamMessageReader {
  override listen(callback: DataCallback): Disposable {
    return super.listen((message: unknown) => {
      if (isMessage(message)) callback(message);
      else this.fireError(new Error("A message has to be an object."));
    });
  }
}

const isMessage = (message: unknown): message is Parameters<DataCallback>[0] =>
  typeof message === "object" && message !== null && !Array.isArray(message);
