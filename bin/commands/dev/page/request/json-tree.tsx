import { useState } from "preact/hooks";
import { LongText } from "./long-text.js";

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
  const names = Object.keys(value);
  const [isOpen, setIsOpen] = useState(level === 0 || (level < 3 && names.length <= 8));
  const [shown, setShown] = useState(shownAtOnce);
  const [open, close] = isArray ? "[]" : "{}";
  if (names.length === 0) return <Leaf value={value} name={name} />;
  return (
    <div class="json-branch">
      <button type="button" class="plain" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        <Name name={name} />
        {open}
        {!isOpen && (
          <span class="muted">
            {` ${isArray ? names.length : names.slice(0, 4).join(", ").slice(0, 60)} … ${close}`}
          </span>
        )}
      </button>
      {isOpen && (
        <>
          <div class="json-members">
            {names.slice(0, shown).map((key) => (
              <JsonTree
                key={key}
                value={(value as Readonly<Record<string, unknown>>)[key]}
                name={isArray ? undefined : key}
                level={level + 1}
              />
            ))}
            {names.length > shown && (
              <button type="button" onClick={() => setShown(shown * 4)}>
                Show more of {names.length}
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
  const text = JSON.stringify(value);
  return (
    <div class="json-leaf">
      <Name name={name} />
      {text.length > longestString ? (
        <LongText text={text} label={name ?? "value"} />
      ) : (
        <span class={styleOf(value)}>{text}</span>
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

function styleOf(value: unknown): string {
  if (typeof value === "string") return "tok-string";
  return typeof value === "number" ? "tok-number" : "tok-keyword";
}
