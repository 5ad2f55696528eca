/**
 * Counts the characters that regular expressions test while something runs. Unlike time, this does not depend
 * on the machine.
 */
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
