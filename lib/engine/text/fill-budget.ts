/**
 * Maximum characters of variable values inserted into texts per turn. A text can mention a long value
 * thousands of times, which would exhaust memory. A turn of a real bot inserts a few thousand characters.
 */
export const MAX_FILLED_CHARS = 5_000_000;

/**
 * Maximum characters inserted into the theme and settings, which are sent with the turn. All variables of a
 * bot together hold at most 100,000 characters, and a theme mentions a few of them once.
 */
export const MAX_LOOK_CHARS = 500_000;

/** Tracks how many characters a turn may still insert. */
export class FillBudget {
  #leftChars: number;
  readonly #onSpent: () => void;

  /** @param onSpent called once, when the budget is exhausted */
  constructor(maxChars: number, onSpent: () => void) {
    this.#leftChars = maxChars;
    this.#onSpent = onSpent;
  }

  get isSpent(): boolean {
    return this.#leftChars < 0;
  }

  /** Returns the value if it fits within the budget, otherwise an empty string. */
  take(value: string): string {
    if (this.isSpent) return '';
    this.#leftChars -= value.length;
    if (!this.isSpent) return value;
    this.#onSpent();
    return '';
  }
}
