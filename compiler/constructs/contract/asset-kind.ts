/** The forms in which generated code takes files of the flow directory, or the paths that there are. */
export type AssetKind = "file" | "served" | "directory" | "json" | "shmt" | "xml" | "stylesheet" | "paths";
