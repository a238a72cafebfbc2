/*
 * Milliseconds that each stage leaves unused at the end of a turn, so that later stages can still finish. The
 * reserves decrease in this order: blocks that wait for I/O, the walk, user code, other computation. What
 * remains is for storing the turn and responding.
 */

/**
 * Time that blocks waiting for I/O must leave, so that the walk can still continue and report the outcome.
 */
export const WAITING_RESERVE_MS = 4_000;

/** Time that the walk must leave. With less time left, it does not start another block. */
export const WALKING_RESERVE_MS = 3_000;

export const CODE_RESERVE_MS = 1_500;

export const COMPUTING_RESERVE_MS = 1_000;
