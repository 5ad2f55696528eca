import type { Span } from "../../../source/source-text.js";

/** What is wrong with a schema, before it is known how much that matters. */
export type Finding =
  | {
      readonly name: "schemaInvalid";
      readonly span: Span;
      readonly reason: string;
      readonly hint: string | undefined;
    }
  | { readonly name: "schemaKeyword"; readonly span: Span; readonly key: string; readonly nearest: string }
  | { readonly name: "schemaPattern"; readonly span: Span; readonly pattern: string }
  | { readonly name: "schemaPatternSlashes"; readonly span: Span; readonly inner: string }
  | { readonly name: "schemaDialect"; readonly span: Span; readonly dialect: string }
  | { readonly name: "schemaLimits"; readonly span: Span; readonly least: string; readonly most: string }
  | { readonly name: "schemaTwice"; readonly span: Span; readonly list: string; readonly text: string }
  | {
      readonly name: "requiredImpossible" | "requiredUnlisted";
      readonly span: Span;
      readonly member: string;
      readonly nearest: string | undefined;
    }
  | { readonly name: "schemaFormat"; readonly span: Span; readonly format: string; readonly nearest: string }
  | {
      readonly name: "enumType";
      readonly span: Span;
      readonly text: string;
      readonly types: readonly string[];
    }
  | {
      readonly name: "schemaWithoutEffect";
      readonly span: Span;
      readonly key: string;
      readonly type: string;
      readonly other: string;
    };
