/**
 * Returns an upper bound for the steps that matching a regular expression takes, by backtracking, on a text
 * of that length: how often it compares a character. Infinity if that is not easily bounded: for
 * backreferences, lookarounds, and groups that may match more than twice.
 *
 * Without those, a match in progress is determined by where it began, where each of its repetitions ended,
 * and which alternatives it took. The positions never decrease, so there are `chars + n` over `n` of them.
 *
 * @param flags only "m" matters
 */
export function countMatchingSteps(source: string, flags: string, chars: number): number {
  if (source.length > MAX_SOURCE_CHARS) return Number.POSITIVE_INFINITY;
  try {
    const isAnchored = source.startsWith('^') && !flags.includes('m');
    return new Estimate(source, chars).steps(isAnchored);
  } catch (error) {
    if (error instanceof UnboundedPatternError) return Number.POSITIVE_INFINITY;
    throw error;
  }
}

/** Compiling a pattern takes time as well. */
const MAX_SOURCE_CHARS = 500;

/** Repetitions with at most this many possible counts are treated as alternatives instead of positions. */
const MAX_COUNTS = 4;

const NOT_ALLOWED_ESCAPE = /[1-9kpP]/;
const COUNTS = /\{(\d+)(?:(,)(\d*))?\}/y;

class UnboundedPatternError extends Error {
  override name = 'UnboundedPatternError';
}

/** Number of ways to reach a place in the pattern. */
type Ways = { positions: number; choices: number };

class Estimate {
  readonly #source: string;
  readonly #chars: number;
  #at = 0;
  #steps = 0;

  constructor(source: string, chars: number) {
    this.#source = source;
    this.#chars = chars;
  }

  steps(isAnchored: boolean): number {
    const start = { positions: isAnchored ? 0 : 1, choices: 1 };
    this.#alternatives(start, { isTop: isAnchored });
    if (this.#at < this.#source.length) throw new UnboundedPatternError();
    return this.#steps + this.#chars + 1;
  }

  /** Parses alternatives up to the end of their group. */
  #alternatives(from: Ways, { isTop }: { isTop: boolean }): Ways {
    let { positions, choices } = this.#sequence(from);
    while (this.#source[this.#at] === '|') {
      // An anchor at the beginning belongs only to the first alternative.
      if (isTop) throw new UnboundedPatternError();
      this.#at += 1;
      const other = this.#sequence(from);
      positions = Math.max(positions, other.positions);
      choices += other.choices;
    }
    return { positions, choices };
  }

  #sequence(from: Ways): Ways {
    let ways = from;
    for (let next = this.#source[this.#at]; next !== undefined; next = this.#source[this.#at]) {
      if (next === '|' || next === ')') break;
      ways = next === '(' ? this.#group(ways) : this.#repeatedAtom(ways);
    }
    return ways;
  }

  #group(from: Ways): Ways {
    this.#at += 1;
    if (this.#source[this.#at] === '?') this.#skipGroupKind();
    const inside = this.#alternatives(from, { isTop: false });
    if (this.#source[this.#at] !== ')') throw new UnboundedPatternError();
    this.#at += 1;
    const next = this.#source[this.#at] ?? '';
    if ('*+{'.includes(next) && next !== '') throw new UnboundedPatternError();
    if (next !== '?') return inside;
    this.#skipOptional();
    return { positions: inside.positions, choices: inside.choices + from.choices };
  }

  #skipGroupKind(): void {
    const name = /\?(?::|<[A-Za-z]\w*>)/y;
    name.lastIndex = this.#at;
    if (!name.test(this.#source)) throw new UnboundedPatternError();
    this.#at = name.lastIndex;
  }

  #repeatedAtom(from: Ways): Ways {
    this.#skipAtom();
    const { min, max } = this.#readCounts();
    const counts = max - min + 1;
    const isFew = counts <= MAX_COUNTS;
    const ways = isFew
      ? { positions: from.positions, choices: from.choices * counts }
      : { positions: from.positions + 1, choices: from.choices };
    this.#steps += (isFew ? Math.max(1, max) : min + 1) * ways.choices * this.#countPositions(ways.positions);
    return ways;
  }

  /** Skips an element that matches at most one character. */
  #skipAtom(): void {
    const atom = this.#source[this.#at] ?? '';
    if ('*+?'.includes(atom)) throw new UnboundedPatternError();
    if (atom === '[') {
      this.#skipClass();
      return;
    }
    if (atom === '\\') {
      const escaped = this.#source[this.#at + 1] ?? '';
      if (escaped === '' || NOT_ALLOWED_ESCAPE.test(escaped)) throw new UnboundedPatternError();
      this.#at += 1;
    }
    this.#at += 1;
  }

  #skipClass(): void {
    const end = /(?:[^\]\\]|\\[^pP])*\]/y;
    end.lastIndex = this.#at + 1;
    if (!end.test(this.#source)) throw new UnboundedPatternError();
    this.#at = end.lastIndex;
  }

  #readCounts(): { min: number; max: number } {
    const next = this.#source[this.#at];
    if (next === '*' || next === '+' || next === '?') {
      this.#skipOptional();
      return { min: next === '+' ? 1 : 0, max: next === '?' ? 1 : Number.POSITIVE_INFINITY };
    }
    COUNTS.lastIndex = this.#at;
    const [all, least, comma, most] = COUNTS.exec(this.#source) ?? [];
    if (all === undefined) return { min: 1, max: 1 };
    this.#at += all.length - 1;
    this.#skipOptional();
    const min = Number(least);
    if (comma === undefined) return { min, max: min };
    return { min, max: most === '' ? Number.POSITIVE_INFINITY : Number(most) };
  }

  /** Skips the rest of a quantifier, including the question mark that makes it lazy. */
  #skipOptional(): void {
    this.#at += 1;
    if (this.#source[this.#at] === '?') this.#at += 1;
  }

  /** Returns the number of non-decreasing sequences of that many positions in the text. */
  #countPositions(positions: number): number {
    let ways = 1;
    for (let index = 1; index <= positions; index += 1) ways *= (this.#chars + index) / index;
    return ways;
  }
}
