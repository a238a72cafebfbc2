/**
 * Characters of the values that one turn fills into texts. A text can name a long value many thousand times, which would take all
 * the memory there is; a real bot's turn fills in some thousand characters.
 */
export const MAX_FILLED_CHARS = 5_000_000;

/**
 * The same for theme and settings, which go to the client with the turn. All values of a bot's variables together have
 * 100,000 characters; a theme names some of them once.
 */
export const MAX_LOOK_CHARS = 500_000;

/** How much a turn may still fill in. */
export class FillBudget {
  #leftChars: number;
  readonly #onSpent: () => void;

  /** @param onSpent is called once */
  constructor(maxChars: number, onSpent: () => void) {
    this.#leftChars = maxChars;
    this.#onSpent = onSpent;
  }

  get isSpent(): boolean {
    return this.#leftChars < 0;
  }

  /** The value, where there is room for it. */
  take(value: string): string {
    if (this.isSpent) return '';
    this.#leftChars -= value.length;
    if (!this.isSpent) return value;
    this.#onSpent();
    return '';
  }
}
