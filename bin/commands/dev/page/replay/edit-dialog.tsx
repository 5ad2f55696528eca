import { useState } from "preact/hooks";
import { messageOf } from "../../../../shared/values.js";
import type { RequestToSend } from "../../api.js";
import { createStore, useStore } from "../data/store.js";
import { Dialog } from "../shared/dialog.js";

interface Editing {
  readonly request: RequestToSend;
  /** Why it cannot be sent as it was. */
  readonly reason: string | undefined;
}

/** The request that is edited before it is sent. */
export const editing = createStore<Editing | undefined>(undefined);

export interface EditDialogProps {
  readonly onSend: (request: RequestToSend) => Promise<void>;
}

/** Open while there is a request to edit. */
export function EditDialog({ onSend }: EditDialogProps) {
  const current = useStore(editing);
  if (current === undefined) return null;
  return (
    <Dialog title="Send an edited request" onClose={() => editing.set(undefined)}>
      <EditForm {...current} onSend={onSend} />
    </Dialog>
  );
}

function EditForm({ request, reason, onSend }: Editing & EditDialogProps) {
  const [method, setMethod] = useState(request.method);
  const [target, setTarget] = useState(request.target);
  const [fields, setFields] = useState(request.fields.map(([name, value]) => `${name}: ${value}`).join("\n"));
  const [body, setBody] = useState(request.body ?? "");
  const [problem, setProblem] = useState<string>();
  const [isSending, setIsSending] = useState(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    setIsSending(true);
    try {
      const hasBody = body !== "" || request.body === "";
      await onSend({
        method,
        target,
        fields: readFields(fields),
        body: hasBody ? body : undefined,
        ...(request.isBase64 === true ? { isBase64: true } : { charset: request.charset }),
      });
      editing.set(undefined);
    } catch (error) {
      setProblem(messageOf(error));
      setIsSending(false);
    }
  };
  return (
    <form class="form" onSubmit={submit}>
      {reason !== undefined && <p class="hint">It cannot be sent as it was. {reason}</p>}
      <div class="row">
        <label class="narrow">
          Method
          <input value={method} required onInput={(event) => setMethod(event.currentTarget.value)} />
        </label>
        <label class="wide">
          Target
          <input
            class="mono"
            value={target}
            required
            onInput={(event) => setTarget(event.currentTarget.value)}
          />
        </label>
      </div>
      <label>
        Header fields, one a line
        <textarea
          rows={6}
          spellcheck={false}
          value={fields}
          onInput={(event) => setFields(event.currentTarget.value)}
        />
      </label>
      <label>
        Body{request.isBase64 === true && " in Base64"}
        <textarea
          rows={8}
          spellcheck={false}
          value={body}
          onInput={(event) => setBody(event.currentTarget.value)}
        />
      </label>
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="row end">
        <button type="button" onClick={() => editing.set(undefined)}>
          Cancel
        </button>
        <button type="submit" class="primary" disabled={isSending}>
          Send
        </button>
      </div>
    </form>
  );
}

/** `name: value` on each line. */
function readFields(text: string): readonly (readonly [string, string])[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const colon = line.indexOf(":");
    if (colon < 1) throw new Error(`This is no header field: ${line}`);
    return [line.slice(0, colon).trim(), line.slice(colon + 1).trim()];
  });
}
