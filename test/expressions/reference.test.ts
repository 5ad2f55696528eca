/** A short look at what `test/differential` proves at length: compiled expressions yield what the recommendation says. */
import { test } from "vitest";
import { agreeOverItems, agreeOverJson } from "../differential/xpath-json.js";
import { agreeOverXml } from "../differential/xpath-xml.js";

test("any expression over XML", () => agreeOverXml(1000));

test("any expression over JSON", () => agreeOverJson(1000));

test("any expression over the items of loops", () => agreeOverItems(600));
