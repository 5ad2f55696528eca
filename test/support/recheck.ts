/** The analyser of regular expressions that ours is held to, without the program for this machine that it could start. */
process.env.RECHECK_SYNC_BACKEND = "pure";

export const { checkSync } = await import("recheck");
