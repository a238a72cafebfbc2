/** Things that happen once after a delay, each known by a name. */
export class Schedule {
  readonly #delays = new Map<string, number>();
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();

  /** Schedules an action, unless it was already scheduled with this delay. Without a delay it never runs. */
  plan(name: string, delayMs: number | undefined, act: () => void): void {
    if (delayMs === undefined || this.#delays.get(name) === delayMs) return;
    this.cancel(name);
    this.#delays.set(name, delayMs);
    this.#timers.set(name, setTimeout(act, delayMs));
  }

  /** Cancels an action but keeps its delay, so that scheduling it again with the same delay does nothing. */
  cancel(name: string): void {
    clearTimeout(this.#timers.get(name));
  }

  /** Forgets everything. */
  cancelAll(): void {
    for (const name of this.#timers.keys()) this.cancel(name);
    this.#delays.clear();
  }
}
