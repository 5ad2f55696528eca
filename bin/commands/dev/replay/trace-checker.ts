import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorObject, ValidateFunction } from "ajv";
import { visible } from "../../../../compiler/diagnostics/render.js";
import { packageDirectory } from "../../../../compiler/output/package-directory.js";
import { type Trace, type TraceLine, traceVersion } from "../../../../runtime/observe/trace/format.js";

/** Tells what is no trace, by the schema that `docs/trace.md` names. */
export class TraceChecker {
  private constructor(
    private readonly isTrace: ValidateFunction<Trace>,
    private readonly isLine: ValidateFunction<TraceLine>,
  ) {}

  static async open(): Promise<TraceChecker> {
    const { Ajv2020 } = await import("ajv/dist/2020.js");
    const schema = JSON.parse(readFileSync(join(packageDirectory, "docs/trace.schema.json"), "utf8"));
    const ajv = new Ajv2020({ discriminator: true, verbose: true }).addSchema(schema, "trace");
    const compiled = <T>(name: string) => ajv.compile<T>({ $ref: `trace#/$defs/${name}` });
    return new TraceChecker(compiled("Trace"), compiled("TraceLine"));
  }

  /** @throws NoTraceError */
  trace(value: unknown): Trace {
    return checked(this.isTrace, value);
  }

  /** @throws NoTraceError */
  line(value: unknown): TraceLine {
    return checked(this.isLine, value);
  }
}

/** The reason why a value is no trace, or no line of one. */
export class NoTraceError extends Error {
  override readonly name = "NoTraceError";
}

function checked<T>(is: ValidateFunction<T>, value: unknown): T {
  if (is(value)) return value;
  const [first] = is.errors ?? [];
  throw new NoTraceError(first === undefined ? "is no trace" : visible(reasonOf(first)));
}

function reasonOf({ instancePath, keyword, message = "is wrong", params, data }: ErrorObject): string {
  const where = instancePath.slice(1, maxShown);
  if (where === "version") return `version must be ${traceVersion}`;
  const what = keyword === "discriminator" ? `has no kind that is known: ${shown(params.tagValue)}` : message;
  const found = typeof data === "object" || data === undefined ? "" : `, and is ${shown(data)}`;
  return `${where}${where === "" ? "" : " "}${what}${found}`;
}

/** Characters of what a file says. */
const maxShown = 100;

const shown = (value: unknown): string => String(JSON.stringify(value)).slice(0, maxShown);
