/*
 * Milliseconds that each part of a turn leaves unused at the end of the turn, so that the parts after it can
 * still do their work. The reserves become smaller in this order: a block that waits, the walk, user code,
 * any other computation. What remains is for storing the turn and for the response.
 */

/** Reserve of a block that waits for others. The walk still has to continue and to report what happened. */
export const WAITING_RESERVE_MS = 4_000;

/** Reserve of the walk. With less time left it does not begin another block. */
export const WALKING_RESERVE_MS = 3_000;

/** Reserve of user code. */
export const CODE_RESERVE_MS = 1_500;

/** Reserve of the computation of any block. */
export const COMPUTING_RESERVE_MS = 1_000;
