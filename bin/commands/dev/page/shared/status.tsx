/** A status of HTTP. What went wrong has a sign beside its colour. */
export function Status({ status }: { readonly status: number | undefined }) {
  if (status === undefined)
    return (
      <span class="status waiting" title="No answer yet">
        …
      </span>
    );
  const sign = status >= 500 ? "✕ " : status >= 400 ? "! " : "";
  return (
    <span class={`status s${Math.floor(status / 100)}`}>
      {sign}
      {status}
    </span>
  );
}
