/*
 * DynamoDB refuses a transaction on an item that another transaction is writing (TransactionConflict). All chats of
 * a bot write to its counters, so this decides how many chats one bot can take. This file says how often it
 * happens, once by formula and once by simulation.
 */

/** How `transact` in lib/platform/store/dynamodb.ts retries: a random wait up to the smaller of a cap and a doubling limit. */
export const RETRIES = 8;
const FIRST_WAIT_MS = 100;
const MAX_WAIT_MS = 2_000;

/** Maximum wait before a retry, in ms. `retry` starts at 1. The average is half of it. */
export function longestWaitMs(retry: number): number {
  return Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (retry - 1));
}

export type Conflicts = {
  /** Share of attempts that DynamoDB refuses. */
  refused: number;
  /** Share of transactions that fail even after the last retry. Their callers get 503. */
  givenUp: number;
  /** Average number of attempts per transaction. Each attempt consumes write units. */
  attempts: number;
  /** Average time that a transaction waits between attempts, in ms. */
  waitMs: number;
};

/**
 * Conflicts on an item that gets `perSecond` new transactions a second, each of which holds it for `holdMs`.
 *
 * The item is busy for λd(1 − p⁹) of the time: refused attempts do not hold it, and the ninth refusal is the last. An
 * attempt is refused if it finds the item busy, so p is that share. Waits are random, so attempts of one
 * transaction are taken as independent: all nine are refused with probability p⁹.
 */
export function expectConflicts({ perSecond, holdMs }: { perSecond: number; holdMs: number }): Conflicts {
  const offered = (perSecond * holdMs) / 1_000;
  let [low, high] = [0, 1];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (offered * (1 - middle ** (RETRIES + 1)) > middle) low = middle;
    else high = middle;
  }
  const refused = low;
  const retries = Array.from({ length: RETRIES }, (_, index) => index + 1);
  return {
    refused,
    givenUp: refused ** (RETRIES + 1),
    attempts: 1 + retries.reduce((sum, retry) => sum + refused ** retry, 0),
    waitMs: retries.reduce((sum, retry) => sum + (refused ** retry * longestWaitMs(retry)) / 2, 0),
  };
}

/** Number of new transactions per second on one item at which the share `givenUp` fails: p ÷ (d (1 − p⁹)). */
export function transactionsPerSecondAt(givenUp: number, holdMs: number): number {
  return givenUp ** (1 / (RETRIES + 1)) / ((holdMs / 1_000) * (1 - givenUp));
}

/** Initial part of the simulated time that is not counted, until the number of retries has stabilized. */
const WARM_UP_SHARE = 0.1;

type Attempt = { atMs: number; attempt: number; waitedMs: number; isCounted: boolean };

/**
 * Simulates one item for `seconds`: transactions arrive at random (Poisson), each holds the item for exactly `holdMs`,
 * and one that finds it held retries as `transact` does. The same seed gives the same figures.
 */
export function simulateConflicts({
  perSecond,
  holdMs,
  seconds,
  seed,
}: {
  perSecond: number;
  holdMs: number;
  seconds: number;
  seed: number;
}): Conflicts {
  const random = seededRandom(seed);
  const nextArrival = (afterMs: number) => afterMs - (Math.log(1 - random()) * 1_000) / perSecond;
  /** Pending retries, latest first. */
  const retries: Attempt[] = [];
  const counted = { transactions: 0, attempts: 0, refused: 0, givenUp: 0, waitedMs: 0 };
  let arrivalMs = nextArrival(0);
  let heldUntilMs = 0;
  while (arrivalMs < seconds * 1_000 || retries.length > 0) {
    const isArrival = arrivalMs < seconds * 1_000 && arrivalMs <= (retries.at(-1)?.atMs ?? Infinity);
    const { atMs, attempt, waitedMs, isCounted } = isArrival
      ? { atMs: arrivalMs, attempt: 0, waitedMs: 0, isCounted: arrivalMs > seconds * 1_000 * WARM_UP_SHARE }
      : (retries.pop() as Attempt);
    if (isArrival) arrivalMs = nextArrival(arrivalMs);
    const isRefused = atMs < heldUntilMs;
    const isLast = !isRefused || attempt === RETRIES;
    if (!isRefused) heldUntilMs = atMs + holdMs;
    if (isCounted) {
      counted.transactions += attempt === 0 ? 1 : 0;
      counted.attempts += 1;
      counted.refused += isRefused ? 1 : 0;
      counted.givenUp += isRefused && isLast ? 1 : 0;
      counted.waitedMs += isLast ? waitedMs : 0;
    }
    if (!isLast) {
      const waitMs = random() * longestWaitMs(attempt + 1);
      insert(retries, { atMs: atMs + waitMs, attempt: attempt + 1, waitedMs: waitedMs + waitMs, isCounted });
    }
  }
  return {
    refused: counted.refused / counted.attempts,
    givenUp: counted.givenUp / counted.transactions,
    attempts: counted.attempts / counted.transactions,
    waitMs: counted.waitedMs / counted.transactions,
  };
}

/** Keeps the list sorted, latest first. */
function insert(retries: Attempt[], retry: Attempt): void {
  let [low, high] = [0, retries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((retries[middle]?.atMs ?? 0) > retry.atMs) low = middle + 1;
    else high = middle;
  }
  retries.splice(low, 0, retry);
}

/** Mulberry32: good enough for a simulation, and the same on every machine. */
function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
