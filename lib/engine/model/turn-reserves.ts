/*
 * Time that each part of a turn leaves of what the turn may take, in milliseconds, so that those after it can still do
 * their work. Whatever starts later keeps back less: a block that waits, then the walk, then user code, then any
 * computation. What is left in the end is for storing the turn and for the response.
 */

/** Left by a block that waits for others: the walk has to go on, and to say what happened. */
export const WAITING_RESERVE_MS = 4_000;

/** Left by the walk: it does not begin another block with less. */
export const WALKING_RESERVE_MS = 3_000;

/** Left by user code. */
export const CODE_RESERVE_MS = 1_500;

/** Left by the computation of any block. */
export const COMPUTING_RESERVE_MS = 1_000;
