import { useEffect, useState } from "preact/hooks";
import { workbench } from "../data/live.js";
import { useStore } from "../data/store.js";
import { linkTo } from "../shared/route.js";
import { Status } from "../shared/status.js";
import "./try.css";

/** A request that was sent from the frame. */
interface Sent {
  readonly key: number;
  readonly path: string;
  readonly status: number;
}

/** Swagger UI, in a document of its own that may ask nobody but the running app. */
export function TryView() {
  const [sent, setSent] = useState<Sent>();
  const serving = useStore(workbench)?.build.serving;
  useEffect(() => {
    const take = ({ data, origin }: MessageEvent<unknown>) => {
      if (origin === location.origin && isSent(data)) setSent(data);
    };
    addEventListener("message", take);
    return () => removeEventListener("message", take);
  }, []);
  return (
    <div class="try">
      <h1 class="hidden">Try it</h1>
      <p class="row try-bar" role="status">
        {sent === undefined ? (
          <span class="muted">The running app answers what is sent here.</span>
        ) : (
          <>
            <Status status={sent.status} />
            <span class="mono">{sent.path}</span>
            <a href={linkTo("requests", sent.key)}>See what it did</a>
          </>
        )}
        {serving !== undefined && (
          <button type="button" onClick={reload}>
            Read the description again
          </button>
        )}
      </p>
      <iframe class="try-frame" title="Operations of the app" src="/try/" />
    </div>
  );
}

function reload(): void {
  document.querySelector<HTMLIFrameElement>(".try-frame")?.contentWindow?.location.reload();
}

function isSent(data: unknown): data is Sent {
  if (typeof data !== "object" || data === null) return false;
  const { flowc, key, path, status } = data as Readonly<Record<string, unknown>>;
  return (
    flowc === "sent" && typeof key === "number" && typeof path === "string" && typeof status === "number"
  );
}
