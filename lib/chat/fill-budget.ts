/**
 * Of the values that one turn fills into texts. A text can name a long value many thousand times, which would take all
 * the memory there is; a real bot's turn fills in some thousand characters.
 */
const MAX_FILLED_CHARS = 5_000_000;

/** How much a turn may still fill in. Once it is spent, placeholders leave nothing. */
export class FillBudget {
  #leftChars = MAX_FILLED_CHARS;
  readonly #onSpent: (description: string) => void;

  /** @param onSpent is told once */
  constructor(onSpent: (description: string) => void) {
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
    this.#onSpent(
      `Placeholders were left empty: one turn fills in values of ${MAX_FILLED_CHARS} characters at most`,
    );
    return '';
  }
}
