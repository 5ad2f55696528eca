/** Functions of XPath 1.0 (sections 4.2 and 4.4), at their edges; test/differential/ compares more of them with libxml2. */
import { samples } from "../support/samples.js";
import { value } from "./value.js";

samples("strings of XPath", [
  value("starts-with('abc', 'ab')", true),
  value("starts-with('abc', 'b')", false),
  value("starts-with('', '')", true),
  value("contains('abc', 'bc')", true),
  value("contains('abc', 'ac')", false),
  value("contains('abc', '')", true),
  value("substring-before('1999/04/01', '/')", "1999"),
  value("substring-before('1999', '/')", ""),
  value("substring-after('1999/04/01', '/')", "04/01"),
  value("substring-after('1999', '/')", ""),
  value("substring('12345', 2)", "2345"),
  value("substring('12345', 2, 3)", "234"),
  value("substring('12345', 1.5, 2.6)", "234"),
  value("substring('12345', 0, 3)", "12"),
  value("substring('12345', 0 div 0, 3)", ""),
  value("substring('12345', -42, 1 div 0)", "12345"),
  value("substring('a𝄞b', 2, 1)", "𝄞"),
  value("normalize-space('  a \n\t b ')", "a b"),
]);

samples("numbers of XPath", [
  value("ceiling(1.2)", 2),
  value("ceiling(-1.2)", -1),
  value("round(2.5)", 3),
  value("round(-2.5)", -2),
  value("round(2.4)", 2),
]);
