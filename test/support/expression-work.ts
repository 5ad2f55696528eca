/** How many characters regular expressions are given to test while something runs: work that does not depend on the machine. */
export function charactersTested(run: () => void): number {
  const { test } = RegExp.prototype;
  let characters = 0;
  RegExp.prototype.test = function (text) {
    characters += text.length;
    return test.call(this, text);
  };
  try {
    run();
  } finally {
    RegExp.prototype.test = test;
  }
  return characters;
}
