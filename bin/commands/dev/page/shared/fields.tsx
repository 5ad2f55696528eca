import type { ShownBody, ShownFields } from "../../../../../runtime/observe/trace/format.js";
import { Code } from "./code.js";
import { size } from "./figures.js";
import { languageOf } from "./highlighting.js";

/** Header fields as a list. */
export function Fields({ fields }: { readonly fields: ShownFields }) {
  if (fields.length === 0) return <p class="muted">No header fields</p>;
  return (
    <dl class="fields">
      {fields.map(([name, value], index) => (
        <div key={index}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface BodyProps {
  readonly label: string;
  readonly body: ShownBody | undefined;
}

/** A body with its type and length, and what was kept of it. */
export function Body({ label, body }: BodyProps) {
  if (body === undefined) return <p class="muted">No body</p>;
  const { type, bytes, content, encoding, isCut } = body;
  return (
    <>
      <p class="muted">
        {type === "" ? "no media type" : type}
        {bytes !== undefined && ` · ${size(bytes)}`}
        {isCut && " · only its beginning was kept"}
        {encoding === "base64" && content !== undefined && " · Base64"}
      </p>
      {content === undefined ? (
        <p class="muted">It was passed on without being read.</p>
      ) : (
        <Code
          label={label}
          code={content}
          language={encoding === "text" ? languageOf(type) : "text"}
          isPlain
        />
      )}
    </>
  );
}
