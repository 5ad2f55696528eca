/** The parts that tell of the stage in the events of API Gateway. */
interface StagedEvent {
  /** Only HTTP APIs have it. */
  readonly version?: unknown;
  readonly rawPath?: unknown;
  readonly path?: unknown;
  readonly requestContext?: { readonly stage?: unknown };
}

/**
 * The event with the path as API descriptions know it. HTTP APIs of API Gateway put the name of a stage before it, behind
 * domains of one's own, too; REST APIs, function URLs and load balancers do not.
 */
export function withoutStage<E extends object>(event: E): E {
  const { version, rawPath, path, requestContext }: StagedEvent = event;
  const stage = requestContext?.stage;
  if (typeof version !== "string" || typeof stage !== "string" || stage === "$default") return event;
  if (typeof rawPath === "string") return { ...event, rawPath: behind(stage, rawPath) };
  return typeof path === "string" ? { ...event, path: behind(stage, path) } : event;
}

function behind(stage: string, path: string): string {
  const prefix = `/${stage}`;
  if (path === prefix) return "/";
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}
