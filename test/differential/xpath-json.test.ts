/** The same over JSON, measured by the tree that Object XML Notation says it is; and values against nodes. */
import { test } from "vitest";
import { agreeOverItems, agreeOverJson } from "./xpath-json.js";

test("any expression, any document, any context node", () => agreeOverJson(10_000));

test("a context item that is plain JSON, as loops give it to expressions that do not climb", () =>
  agreeOverItems(6000));
