/*
 * Limits for user code. A turn of a conversation is one call of a function that may take 30 seconds in all
 * and whose memory is shared with the service's own code.
 */

/** Time that one evaluation may compute for; waiting for `fetch` does not count. */
export const EVALUATION_MS = 2_000;

/** Time that all evaluations of a turn may compute for, together. */
export const TURN_MS = 8_000;

/** How long after its time limit an evaluation is killed if it does not notice the limit itself. */
export const KILL_GRACE_MS = 200;

/** Memory that code may take beyond what the machine begins with. */
export const MEMORY_MB = 32;

/** Memory of a new machine, for its own data and for small programs. Its build accepts no less. */
export const INITIAL_MEMORY_BYTES = 16 * 1024 * 1024;

/**
 * The machine's memory cannot grow beyond this, whatever runs in it. QuickJS's own limit (`setMemoryLimit`)
 * does not help: built for WebAssembly it cannot ask how large an allocation is, so it compares each one with
 * the limit and never adds them up.
 */
export const MAX_MEMORY_BYTES = INITIAL_MEMORY_BYTES + MEMORY_MB * 1024 * 1024;

/**
 * Size of the stack as the machine counts it. Under deeply nested data the host's own stack, which has about
 * 1 MB, grows several times faster. With a larger limit here, nested data would overflow the host's stack
 * first, which costs a machine.
 */
export const STACK_BYTES = 96 * 1024;

/** Characters that a result and the variables set may have in their encoded form. */
export const MAX_OUTPUT_CHARS = 1_000_000;

/** Levels of nesting in a result, because the code that reads it is recursive. */
export const MAX_OUTPUT_DEPTH = 100;

/** Requests that one evaluation may send. */
export const MAX_FETCHES = 10;

/** Characters of all requests of an evaluation together, because the host keeps a copy of each. */
export const MAX_REQUESTED_CHARS = 5_000_000;

/** Characters of a response that code can read, because a copy has to fit into its memory. */
export const MAX_FETCHED_CHARS = 5_000_000;

/** Characters of one request to format a number, date or text. */
export const MAX_INTL_CHARS = 10_000;

/**
 * Different formatters that the code of a turn may make. Each takes some kilobytes (a collator far more)
 * outside of the heap, where the garbage collector does not see them.
 */
export const MAX_FORMATTERS = 500;

export const FETCH_TIMEOUT_MS = 10_000;
