import { type ExportResult, ExportResultCode } from "@opentelemetry/core";

/** Bytes that may wait for somebody who reads standard output. */
const maxBacklog = 4 * 1024 * 1024;

const full = Object.assign(new Error("Nobody reads standard output."), { code: "ENOBUFS" });

interface Serializer<T> {
  serializeRequest(items: T): Uint8Array | undefined;
}

/**
 * Writes to standard output what others send to a collector: each time one line, in the JSON of OTLP, as the file
 * exporter of OpenTelemetry has it. The log goes to standard error.
 */
export class LineExporter<T> {
  constructor(private readonly serializer: Serializer<T>) {
    process.stdout.on("error", () => {}); // who reads it may go
  }

  export(items: T, done: (result: ExportResult) => void): void {
    const line = this.serializer.serializeRequest(items) ?? [];
    if (process.stdout.writableLength > maxBacklog) {
      done({ code: ExportResultCode.FAILED, error: full });
      return;
    }
    process.stdout.write(`${Buffer.from(line).toString()}\n`, (error) =>
      done(error ? { code: ExportResultCode.FAILED, error } : { code: ExportResultCode.SUCCESS }),
    );
  }

  async forceFlush(): Promise<void> {}

  async shutdown(): Promise<void> {}
}
