/**
 * The independent analyser of regular expressions that ours is compared with. `pure` keeps it from starting a
 * native program.
 */
process.env.RECHECK_SYNC_BACKEND = "pure";

export const { checkSync } = await import("recheck");
