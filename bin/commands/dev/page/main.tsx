/**
 * The page of `flowc dev`. `bin/assemble-page.ts` joins it to one HTML file.
 * @module
 */
import { render } from "preact";
import "./style/tokens.css";
import "./style/base.css";
import "./style/parts.css";
import { App } from "./app.js";
import { connect } from "./data/live.js";

const root = document.getElementById("app");
if (root !== null) {
  connect();
  render(<App />, root);
}
