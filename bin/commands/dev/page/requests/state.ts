/**
 * What of the list stays when another view is looked at.
 * @module
 */
import { createStore } from "../data/store.js";
import { everything, type Filter } from "./filter.js";

export const requestFilter = createStore<Filter>(everything);

/** The key of the request that the cursor is on. */
export const chosenRequest = createStore<number | undefined>(undefined);
