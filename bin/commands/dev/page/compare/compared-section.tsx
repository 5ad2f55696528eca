import type { ComponentChildren } from "preact";

export interface ComparedSectionProps {
  /** The class of the table. */
  readonly kind: "pairs" | "timings";
  readonly title: string;
  /** Stands beside the title. */
  readonly summary: ComponentChildren;
  /** The columns after that of the names. */
  readonly columns: readonly string[];
  /** Rows of the table, which is left out if there are none. */
  readonly children: readonly ComponentChildren[];
}

/** What two requests have in common, by name: a title and a table. */
export function ComparedSection({ kind, title, summary, columns, children }: ComparedSectionProps) {
  return (
    <section>
      <div class="row">
        <h2>{title}</h2>
        {summary}
      </div>
      {children.length > 0 && (
        <table class={kind}>
          <thead>
            <tr>
              {["Name", ...columns].map((column) => (
                <th key={column}>{column}</th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      )}
    </section>
  );
}
