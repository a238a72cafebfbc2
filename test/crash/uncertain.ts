/**
 * Something stored, as its writer knows it: what was acknowledged last, and what was asked for since without a
 * response. After a crash either may be there, and nothing else.
 */
export class Uncertain<T> {
  #acknowledged: T;
  #asked: T[] = [];

  constructor(acknowledged: T) {
    this.#acknowledged = acknowledged;
  }

  get isCertain(): boolean {
    return this.#asked.length === 0;
  }

  get value(): T {
    return this.#acknowledged;
  }

  get possible(): T[] {
    return [this.#acknowledged, ...this.#asked];
  }

  /** Before the request is sent. */
  ask(value: T): void {
    this.#asked.push(value);
  }

  /** When the response has come, or it has been read what is stored. */
  settle(value: T): void {
    this.#acknowledged = value;
    this.#asked = [];
  }
}
