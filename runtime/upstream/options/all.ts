import { cacheRows, guardRows, type OptionValue, plainRows, socketRows } from "./rows.js";

/** All options. In a file of its own, which apps leave out that read no more than some of the tables. */
export const optionRows = { ...plainRows, ...guardRows, ...cacheRows, ...socketRows };

type Rows = typeof optionRows;

export type OptionName = keyof Rows;

/** The names of the options that have such a value. */
export type OptionWith<V extends OptionValue> = {
  [Name in OptionName]: Rows[Name]["value"] extends V ? Name : never;
}[OptionName];
