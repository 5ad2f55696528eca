import { $, call, code } from "../../code/code.js";
import type { Doc } from "../../code/doc.js";
import type { Focus, Names, Scope } from "../xpath/scope.js";

/** The focus of expressions in the flow itself: the root of the main content. */
export class ContentFocus implements Focus {
  constructor(private readonly use: Scope["use"]) {}

  item(): Doc {
    return call(this.use("rootElement"), [this.root()]);
  }

  root(): Doc {
    return call(this.use("content"), [$]);
  }

  position(): Doc {
    return code`1`;
  }

  last(): Doc {
    return code`1`;
  }
}

/** The focus of a template: `const input = root(…);` before it, if anything reads it. */
export class InputConstant implements Focus {
  #name: Doc | undefined;

  constructor(
    private readonly names: Names,
    private readonly use: Scope["use"],
    private readonly source: () => Doc,
    private readonly isContent: boolean,
  ) {}

  definitions(): readonly Doc[] {
    if (this.#name === undefined) return [];
    return [code`const ${this.#name} = ${call(this.use("rootElement"), [this.source()])};`];
  }

  item(): Doc {
    this.#name ??= this.names.fresh("input");
    return this.#name;
  }

  root(): Doc {
    return this.isContent ? this.source() : call(this.use("documentRoot"), [this.item()]);
  }

  position(): Doc {
    return code`1`;
  }

  last(): Doc {
    return code`1`;
  }
}

/** `in=""`: there is no context node, so every path from it is empty. */
export const noFocus: Focus = {
  item: () => code`undefined`,
  root: () => code`undefined`,
  position: () => code`1`,
  last: () => code`1`,
};
