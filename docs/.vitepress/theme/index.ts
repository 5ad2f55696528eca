/** The theme without its fonts: texts are in those of the reader's system. */
export { default } from "vitepress/theme-without-fonts";

import "./style.css";
