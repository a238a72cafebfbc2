/**
 * Characters of values that one turn may fill into texts. A text can name a long value many thousand times,
 * which would use up all memory. A turn of a real bot fills in a few thousand characters.
 */
export const MAX_FILLED_CHARS = 5_000_000;

/**
 * Characters of values for the theme and the settings, which go to the client with the turn. All values of a
 * bot's variables together have at most 100,000 characters, and a theme names some of them once.
 */
export const MAX_LOOK_CHARS = 500_000;

/** Counts how much a turn may still fill in. */
export class FillBudget {
  #leftChars: number;
  readonly #onSpent: () => void;

  /** @param onSpent called once, when the budget is used up */
  constructor(maxChars: number, onSpent: () => void) {
    this.#leftChars = maxChars;
    this.#onSpent = onSpent;
  }

  get isSpent(): boolean {
    return this.#leftChars < 0;
  }

  /** The value if there is room for it, otherwise an empty text. */
  take(value: string): string {
    if (this.isSpent) return '';
    this.#leftChars -= value.length;
    if (!this.isSpent) return value;
    this.#onSpent();
    return '';
  }
}
