/**
 * A stored value from its writer's point of view: the last acknowledged value, and the values sent since then
 * without a response. After a crash, the stored value must be one of them.
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

  /** Call before the request is sent. */
  ask(value: T): void {
    this.#asked.push(value);
  }

  /** Call when the response has arrived, or when the stored value has been read. */
  settle(value: T): void {
    this.#acknowledged = value;
    this.#asked = [];
  }
}
