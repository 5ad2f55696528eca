import { Reporter } from "../../diagnostics/reporter.js";
import type { App } from "../../load/index.js";
import { parseDocument } from "../../parse/xml/xml.js";
import type { Span } from "../../source/source-text.js";
import type { Rule } from "./rule.js";

interface Unused {
  readonly name: string;
  readonly place: Span;
  /** Has the comments of the file. */
  readonly reporter: Reporter;
}

/** Finds flow files that nothing leads to: neither the app nor a test of flows, which has another root element. */
export const unusedFlows: Rule = ({ app, reporter }) => ({
  end() {
    // After errors, something may be missing that would lead to a flow.
    if (reporter.hasErrors || app.isTests) return;
    const { files, flows } = app;
    const described = describedFlows(app);
    const unused: Unused[] = [];
    const named = new Set<string>();
    for (const name of files.names) {
      if (!name.endsWith(".xml") || flows.has(name) || described.has(name)) continue;
      const source = files.get(name);
      if (source === undefined || !source.text.includes("<fl")) continue;
      const own = new Reporter();
      const root = parseDocument(source, own)?.root;
      if (root?.name === "flow" && !own.hasErrors) unused.push({ name, place: root.nameSpan, reporter: own });
      else for (const word of source.text.split(/[^\w.-]/)) if (word.endsWith(".xml")) named.add(word);
    }
    for (const { name, place, reporter: own } of unused) {
      if (named.has(name.slice(name.lastIndexOf("/") + 1))) continue;
      own.report(place, "unusedFlow");
      reporter.add(own);
    }
  },
});

/** The flows that the API description names for all paths, and for all operations of a path: each may have its own. */
function describedFlows({ api, flowPath }: App): ReadonlySet<string> {
  const references = [api.fallbackFlow, ...api.paths.map(({ flow }) => flow)];
  return new Set(references.flatMap((reference) => (reference === undefined ? [] : flowPath(reference))));
}
