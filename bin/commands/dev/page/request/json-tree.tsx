import { useState } from "preact/hooks";

const shownAtOnce = 100;
const longestString = 300;

/** JSON whose objects and arrays are folded and unfolded; what is folded costs nothing. */
export function JsonTree({ value, name, level = 0 }: JsonTreeProps) {
  if (typeof value !== "object" || value === null) return <Leaf value={value} name={name} />;
  return <Branch value={value} name={name} level={level} />;
}

interface JsonTreeProps {
  readonly value: unknown;
  readonly name?: string | undefined;
  readonly level?: number;
}

function Branch({ value, name, level }: { value: object; name: string | undefined; level: number }) {
  const isArray = Array.isArray(value);
  const count = isArray ? value.length : Object.keys(value).length;
  const [isOpen, setIsOpen] = useState(level === 0 || (level < 3 && count <= 8));
  const [shown, setShown] = useState(shownAtOnce);
  const [open, close] = isArray ? ["[", "]"] : ["{", "}"];
  if (count === 0) return <Leaf value={value} name={name} />;
  const members: readonly (readonly [string, unknown])[] = isOpen
    ? Object.entries(value).slice(0, shown)
    : [];
  return (
    <div class="json-branch">
      <button type="button" class="plain" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Name name={name} />
        {open}
        {!isOpen && (
          <span class="muted">
            {" "}
            {isArray ? count : preview(Object.keys(value))} {close}
          </span>
        )}
      </button>
      {isOpen && (
        <>
          <div class="json-members">
            {members.map(([key, member]) => (
              <JsonTree key={key} value={member} name={isArray ? undefined : key} level={level + 1} />
            ))}
            {count > shown && (
              <button type="button" onClick={() => setShown(shown * 4)}>
                Show more of {count}
              </button>
            )}
          </div>
          {close}
        </>
      )}
    </div>
  );
}

function Leaf({ value, name }: { value: unknown; name: string | undefined }) {
  const [isWhole, setIsWhole] = useState(false);
  const text = JSON.stringify(value);
  const isLong = text.length > longestString;
  return (
    <div class="json-leaf">
      <Name name={name} />
      <span class={styleOf(value)}>
        {isLong && !isWhole ? `${text.slice(0, longestString)}…` : text.slice(0, 50_000)}
      </span>
      {isLong && !isWhole && (
        <button type="button" class="plain" onClick={() => setIsWhole(true)}>
          {text.length} characters
        </button>
      )}
    </div>
  );
}

const Name = ({ name }: { readonly name: string | undefined }) =>
  name === undefined ? null : (
    <>
      <span class="tok-propertyName">{JSON.stringify(name)}</span>:{" "}
    </>
  );

function preview(keys: readonly string[]): string {
  const first = keys.slice(0, 4).join(", ");
  const text = first.length > 60 ? `${first.slice(0, 60)}…` : first;
  return keys.length > 4 ? `${text}, … ${keys.length}` : text;
}

function styleOf(value: unknown): string {
  if (typeof value === "string") return "tok-string";
  return typeof value === "number" ? "tok-number" : "tok-keyword";
}
