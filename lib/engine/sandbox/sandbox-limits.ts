/*
 * Limits for user code. A turn is a single Lambda invocation of at most 30 seconds, and user code shares its
 * memory with the service.
 */

/** CPU time limit per evaluation. Waiting for `fetch` does not count. */
export const EVALUATION_MS = 2_000;

/** CPU time limit for all evaluations of a turn together. */
export const TURN_MS = 8_000;

/** How long after its time limit an evaluation that ignores the interrupt is killed. */
export const KILL_GRACE_MS = 200;

/** Memory that user code may allocate, in addition to the VM's initial memory. */
export const MEMORY_MB = 32;

/** Initial memory of the VM, for its own data and small programs. The smallest size its build accepts. */
export const INITIAL_MEMORY_BYTES = 16 * 1024 * 1024;

/**
 * Hard limit on the VM's memory. QuickJS's own limit (`setMemoryLimit`) does not work: the WebAssembly build
 * cannot determine the size of allocations, so it checks each one separately instead of their total.
 */
export const MAX_MEMORY_BYTES = INITIAL_MEMORY_BYTES + MEMORY_MB * 1024 * 1024;

/**
 * QuickJS stack size. Deeply nested data uses several times as much of the host's stack, which is about 1 MB.
 * With a larger value here, such data would overflow the host's stack first and break the VM.
 */
export const STACK_BYTES = 96 * 1024;

/** Maximum characters of the encoded result and assigned variables. */
export const MAX_OUTPUT_CHARS = 1_000_000;

/** Maximum nesting depth of a result, because decoding is recursive. */
export const MAX_OUTPUT_DEPTH = 100;

/** Maximum number of requests per evaluation. */
export const MAX_FETCHES = 10;

/** Maximum characters of all requests of an evaluation together, because the host keeps a copy of each. */
export const MAX_REQUESTED_CHARS = 5_000_000;

/** Maximum response size, in characters, because a copy has to fit into the VM's memory. */
export const MAX_FETCHED_CHARS = 5_000_000;

/** Maximum characters of a single formatting call. */
export const MAX_INTL_CHARS = 10_000;

/**
 * Maximum number of distinct formatters per turn. Each takes a few kilobytes (a collator far more) outside
 * the JS heap, where the garbage collector cannot see them.
 */
export const MAX_FORMATTERS = 500;

export const FETCH_TIMEOUT_MS = 10_000;
