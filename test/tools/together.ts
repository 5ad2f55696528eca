/** Before each test file of a process that has run others: nothing is left of them but flowc itself, which stays read. */
import { beforeEach, vi } from "vitest";
import { beginStretch } from "../../runtime/base/work.js";
import { takeRounded } from "../../runtime/data/model/string-value.js";
import { tellFaults } from "../../runtime/observe/logs/faults.js";

// The modules in `test/` are evaluated anew.
vi.resetModules();

// Faults are counted for a minute. Their number is no event of the next tests.
tellFaults();

// The steps that an earlier test took count for none of the others, and the numbers that it rounded are told of by none.
const begin = () => {
  beginStretch();
  takeRounded();
};

beforeEach(begin);
// A file may work before its first test.
begin();
