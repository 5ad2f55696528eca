import { Leaf, type Node } from "../data/model/node.js";

/** A text that is written as it is: XSLT 1.0 §16.4, `disable-output-escaping="yes"`. */
export class RawText extends Leaf {
  constructor(text: string, parent: Node | undefined, order: number) {
    super("text", "", "", text, parent, order);
  }
}
