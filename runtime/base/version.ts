/** The version of flowc that this runtime belongs to. */
export const version = "0.1.0";
