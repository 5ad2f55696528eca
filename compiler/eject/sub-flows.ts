import { definitionOf } from "../constructs/actions/index.js";
import type { App } from "../load/index.js";
import { resolvePath } from "../source/files.js";
import { textOf } from "../source/source-text.js";
import { treesOf } from "../syntax/flow-summary.js";
import { isHandlerPath } from "../syntax/handler.js";
import { actionsOf } from "../syntax/statements.js";
import { type Edit, editOf } from "./edit.js";
import { pathFrom } from "./names.js";
import { Refusal } from "./refusal.js";

/**
 * The edits by which flows call a handler in place of a flow.
 * @throws Refusal if a handler calls the flow, or the call is written in another form
 */
export function callEdits({ flows }: App, called: string, handler: string): readonly Edit[] {
  return [...treesOf(flows).values()].flatMap(({ source, statements }) =>
    actionsOf(statements)
      .filter((action) => definitionOf(action).calls?.(action) === called)
      .map(({ span }) => {
        if (isHandlerPath(source.path))
          throw new Refusal(`${source.path} calls ${called}: handlers can call flows only.`, span);
        const tag = textOf(span);
        for (const [written] of tag.matchAll(/"[^"]*"|'[^']*'/g)) {
          const [quote = "", path] = [written[0], written.slice(1, -1)];
          if (resolvePath(source.path, path) !== called) continue;
          const start = span.start + tag.indexOf(written);
          const text = `${quote}${pathFrom(source.path, handler, path)}${quote}`;
          return editOf(source.span(start, start + written.length), text);
        }
        throw new Refusal(`This calls ${called} in a form that eject does not know.`, span);
      }),
  );
}
