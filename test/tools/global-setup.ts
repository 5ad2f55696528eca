import { refreshMirror } from "./mirror.js";

export const setup = refreshMirror;
