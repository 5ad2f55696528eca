/** Fills templates, and does the same by hand, in a process of its own. */
import { compare, type Pair } from "./measure.js";
import { answer } from "./processes.js";
import { makeValue } from "./xpath/documents.js";
import type { TemplateName } from "./xpath/templates.js";

export interface Fill {
  readonly generated: string;
  readonly name: TemplateName;
  readonly bytes: number;
  readonly rounds: number;
}

/** Microseconds, and how often the generated code takes the time of the other. */
export type FillResult = Pair & { readonly ratio: number };

interface Data {
  readonly customer: { readonly name: string; readonly city: string };
  readonly items: readonly {
    readonly id: number;
    readonly name: string;
    readonly price: number;
    readonly tags: readonly string[];
    readonly stock: { readonly count: number; readonly warehouse: { readonly city: string } };
    readonly note?: string;
  }[];
}

const byHand: Readonly<Record<TemplateName, (data: Data) => unknown>> = {
  flat: ({ customer }) => ({
    name: customer.name,
    city: customer.city,
    greeting: `Hello, ${customer.name}`,
  }),
  loop: ({ items }) => ({
    lines: items.map(({ id, name, price, note }) => ({ id, title: name, price, note: note ?? null })),
  }),
  nested: ({ items }) => ({
    stock: items.map(({ name, stock, tags }) => ({
      name,
      city: stock.warehouse.city,
      available: stock.count > 0,
      tags,
    })),
  }),
};

interface Variables {
  readonly document: unknown;
  result: unknown;
}

type Generated = Readonly<Record<TemplateName, ($: Variables) => void>> & {
  readonly JsonDocument: new (value: unknown) => unknown;
};

answer(async ({ generated, name, bytes, rounds }: Fill): Promise<FillResult> => {
  const module = ((await import(generated)) as { default: Generated }).default;
  const data = makeValue("json", bytes) as unknown as Data;
  const flow = module[name];
  const write = byHand[name];
  const $: Variables = { document: new module.JsonDocument(data), result: undefined };
  const fill = () => {
    flow($);
    return JSON.stringify($.result);
  };
  const literal = () => JSON.stringify(write(data));
  if (fill() !== literal()) throw new Error(`${name}: the results differ:\n${fill()}\n${literal()}`);
  const sides = [() => microseconds(fill), () => microseconds(literal)] as const;
  await compare(10, ...sides); // until the code is compiled
  return compare(rounds, ...sides);
});

async function microseconds(run: () => string): Promise<number> {
  const start = performance.now();
  let runs = 0;
  for (let length = 0; length < 500_000; runs++) length += run().length;
  return ((performance.now() - start) * 1000) / runs;
}
