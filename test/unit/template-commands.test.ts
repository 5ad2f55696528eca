/** Readers and analyses know the commands of templates by what their definitions declare, whatever their names are. */
import { describe, expect, test } from "vitest";
import { analyseTemplate } from "../../compiler/analyse/templates/index.js";
import { commands } from "../../compiler/constructs/commands/index.js";
import { language } from "../../compiler/constructs/index.js";
import { Reporter } from "../../compiler/diagnostics/reporter.js";
import type { Commands } from "../../compiler/language/command-definition.js";
import { parseTemplate } from "../../compiler/parse/template/template.js";
import { MappedText, SourceText } from "../../compiler/source/source-text.js";

/** What is said of a template, and what it becomes, without places and commands. */
function analyse(text: string, own: Commands) {
  const reporter = new Reporter();
  const source = MappedText.ofFile(new SourceText("t", text));
  const facts = analyseTemplate(parseTemplate(source, reporter, { ...language, commands: own }), reporter);
  const shape = JSON.stringify("scope" in facts ? facts.scope : facts.kind, (key, value: unknown) =>
    key === "span" || key === "command" ? undefined : value,
  );
  return { shape, messages: reporter.sorted().map(({ message }) => message) };
}

/** The blocks that there are, by other names. */
const others: Commands = {
  ...commands,
  blocks: commands.blocks.map((block) => ({ ...block, name: `${block.name}x` })),
};
const renamed = (text: string): string => text.replace(/\{\{(if|loop|with) /g, "{{$1x ");
const original = (message: string): string => message.replace(/\b(if|loop|with)x\b/g, "$1");

describe("a block with another name is the same", () => {
  test.each([
    "{{if a}} 1 {{elseif b}} 2 {{else}} 3 {{end}}",
    "{{with a}} {{.}} {{else}} null {{end}}",
    '{ {{loop a}} {{: b | c}} "d": {{if e}} 1 {{else}} 2 {{end}} {{,}} {{end}} }',
    "[ {{loop a}} {{$x := b}} {{ $x }} {{end}} ]",
    "{{$i := 0}} [ {{loop a}} {{$i := $i + 1}} {{ $i }} {{end}} ]",
    '{ {{with a}} "b": 1, {{end}} "c": 2 }',
    '{ "a": [ {{loop a}} 1, {{end}} ] }',
    '{ "a": {{if a}} 1 {{end}} }',
    "{{if a}} { {{else}} [ {{end}}",
    "{{loop a}} 1 {{else}} 2 {{end}}",
    "{{with a}} 1 {{elseif b}} 2 {{end}}",
    "{{loop a}} 1",
    "{{ loop /a }} 1 {{end}}",
  ])("%s", (text) => {
    const { shape, messages } = analyse(renamed(text).replace("{{ loop", "{{ loopx"), others);
    const expected = analyse(text, commands);
    expect(shape).toBe(expected.shape);
    expect(messages.map(original)).toEqual(expected.messages);
  });
});
