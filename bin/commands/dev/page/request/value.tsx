import { useMemo } from "preact/hooks";
import {
  type Fields as FieldList,
  fieldValue,
  isUnread,
  type RequestMessage,
  type ShownValue,
} from "../../../../../runtime/observe/trace/index.js";
import { textOf } from "../../../../recording/body.js";
import { parsedJson } from "../../../../shared/values.js";
import { Code } from "../shared/code.js";
import { size } from "../shared/figures.js";
import { languageOf } from "../shared/highlighting.js";
import { JsonTree } from "./json-tree.js";
import { LongText } from "./long-text.js";

/** The length of a text that is coloured as a whole; longer texts come in pieces. */
const longestColoured = 20_000;

/** A value of a flow, so that any may be shown: a megabyte of JSON as well as a word. */
export function Value({ value, label }: { readonly value: ShownValue; readonly label: string }) {
  const { type, text, cutFrom } = value;
  return (
    <div class="value">
      <Content type={type} text={text} label={label} />
      {cutFrom !== undefined && (
        <p class="muted">
          Only the beginning was kept: {text.length} of {cutFrom} characters.
        </p>
      )}
    </div>
  );
}

function Content({ type, text, label }: Pick<ShownValue, "type" | "text"> & { readonly label: string }) {
  const json = useMemo(
    () => (type === "json" || type === "string" ? parseJson(text, type) : undefined),
    [type, text],
  );
  if (json !== undefined) return <JsonTree value={json.value} />;
  if (type === "empty") return <span class="muted">nothing</span>;
  if (type === "xml") return <Coloured text={text} language="xml" label={label} />;
  if (type === "string" && text.length < 200 && !text.includes("\n"))
    return <span class="mono tok-string">{JSON.stringify(text)}</span>;
  if (type === "number") return <span class="mono tok-number">{text}</span>;
  if (type === "boolean" || type === "null") return <span class="mono tok-keyword">{text}</span>;
  return <LongText text={text} label={label} />;
}

/** A body of a message, with its type and length. */
export function MessageBody({
  message: { fields, body },
  label,
}: {
  readonly message: Pick<RequestMessage, "fields" | "body">;
  readonly label: string;
}) {
  if (body === undefined) return <p class="muted">No body</p>;
  const type = fieldValue(fields, "content-type");
  const { bytes, base64 = "", isCut, isHidden } = body;
  const text = textOf(body);
  return (
    <div class="value">
      <p class="muted">
        {type === "" ? "no media type" : type}
        {bytes !== undefined && ` · ${size(bytes)}`}
        {isCut && !isUnread(body) && " · only its beginning was kept"}
        {isHidden && " · hidden, since nobody can look for secrets in it"}
        {text === undefined && base64 !== "" && " · in Base64"}
      </p>
      {isUnread(body) ? (
        <p class="muted">It was passed on unread.</p>
      ) : (
        <BodyContent
          type={text === undefined || isHidden ? "" : type}
          content={text ?? base64}
          label={label}
        />
      )}
    </div>
  );
}

function BodyContent({ type, content, label }: { type: string; content: string; label: string }) {
  const language = languageOf(type);
  const json = useMemo(
    () => (language === "json" ? parseJson(content, "json") : undefined),
    [content, language],
  );
  if (json !== undefined) return <JsonTree value={json.value} />;
  if (content === "") return <p class="muted">It is empty.</p>;
  return <Coloured text={content} language={language} label={label} />;
}

function Coloured({
  text,
  language,
  label,
}: {
  text: string;
  language: ReturnType<typeof languageOf>;
  label: string;
}) {
  if (language === "text" || text.length > longestColoured) return <LongText text={text} label={label} />;
  return <Code label={label} code={text} language={language} isPlain />;
}

/** Text that was cut is no JSON; a string is shown as a tree if it holds an object or an array. */
function parseJson(text: string, type: "json" | "string"): { readonly value: unknown } | undefined {
  const value = type === "json" || /^\s*[[{]/.test(text) ? parsedJson(text) : undefined;
  return value === undefined ? undefined : { value };
}

/** Header fields as a list. */
export function Fields({ fields }: { readonly fields: FieldList }) {
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
