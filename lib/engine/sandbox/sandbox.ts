import type { CodeOutcome, HttpPort, Sandbox } from '#lib/engine/model/ports.ts';
import { CODE_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { CodeAborted, codeError, NEVER_SETTLES, RESTARTING, TIMED_OUT } from './code-error.ts';
import { CodeMachine, type FetchRequest } from './code-machine.ts';
import { expressionBody } from './expression-body.ts';
import { createHostIntl } from './host-intl.ts';
import { loadQuickJs, readyQuickJs } from './quickjs-module.ts';
import { type SandboxFetch, sandboxFetch } from './sandbox-fetch.ts';
import { turnBudget } from './time-budget.ts';

export type SandboxOptions = { remainingMs: () => number; http: HttpPort };

/**
 * The sandbox of one turn. Each evaluation has a machine of its own, so two evaluations share nothing. All of
 * them together compute within the time that the turn has.
 */
export async function createSandbox({ remainingMs, http }: SandboxOptions): Promise<Sandbox> {
  const fetch = sandboxFetch({ http, remainingMs });
  const budget = turnBudget(remainingMs);
  const intl = createHostIntl();
  await loadQuickJs();

  return {
    evaluate(code, globals): CodeOutcome {
      const quickJs = readyQuickJs();
      // This happens only right after two evaluations had to be killed, and only until the turn next waits
      // for something.
      if (!quickJs) return { error: codeError(RESTARTING) };
      let machine: CodeMachine | undefined;
      try {
        machine = new CodeMachine(
          { quickJs, budget: budget.forEvaluation(), intl },
          expressionBody(code),
          globals,
        );
        return toOutcome(machine.evaluate());
      } catch (error) {
        return { error: toError(error) };
      } finally {
        machine?.close();
      }
    },

    async run(code, globals) {
      const quickJs = await loadQuickJs();
      const requests = new OpenRequests(fetch, () => remainingMs() - CODE_RESERVE_MS);
      let machine: CodeMachine | undefined;
      try {
        machine = new CodeMachine({ quickJs, budget: budget.forEvaluation(), intl }, code, globals);
        machine.start();
        requests.send(machine.takeRequests());
        let outcome = machine.outcome();
        while (!outcome) {
          const answered = await requests.next();
          machine.settle(answered.request, answered.answer);
          requests.send(machine.takeRequests());
          outcome = machine.outcome();
        }
        // Requests that the code did not wait for must still be sent before the instance may be frozen.
        await requests.all();
        return outcome;
      } catch (error) {
        return { error: toError(error), assignments: [] };
      } finally {
        machine?.close();
      }
    },
  };
}

function toOutcome(outcome: CodeOutcome): CodeOutcome {
  return outcome.error ? { error: outcome.error } : { value: outcome.value };
}

/** @throws every error but CodeAborted, because it is a bug of the service */
function toError(error: unknown) {
  if (error instanceof CodeAborted) return codeError(error.message);
  throw error;
}

type Answered = { request: FetchRequest; answer: { text: string } | { error: string } };

class OpenRequests {
  readonly #fetch: SandboxFetch;
  readonly #leftMs: () => number;
  readonly #open = new Set<Promise<Answered>>();

  constructor(fetch: SandboxFetch, leftMs: () => number) {
    this.#fetch = fetch;
    this.#leftMs = leftMs;
  }

  send(requests: FetchRequest[]): void {
    for (const request of requests) this.#open.add(this.#answered(request));
  }

  /** @throws CodeAborted */
  async next(): Promise<Answered> {
    if (this.#open.size === 0) throw new CodeAborted(NEVER_SETTLES);
    const [promise, answered] = await this.#inTime(
      Promise.race([...this.#open].map(async (open) => [open, await open] as const)),
    );
    this.#open.delete(promise);
    return answered;
  }

  /** Waits for all open requests, but no longer than the turn may last. */
  async all(): Promise<void> {
    if (this.#open.size > 0) await this.#inTime(Promise.all(this.#open)).catch(() => {});
  }

  async #answered(request: FetchRequest): Promise<Answered> {
    try {
      return { request, answer: { text: await this.#fetch(request.url, request.init) } };
    } catch (error) {
      return { request, answer: { error: error instanceof Error ? error.message : String(error) } };
    }
  }

  async #inTime<T>(promise: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new CodeAborted(TIMED_OUT)), Math.max(0, this.#leftMs()));
    });
    try {
      return await Promise.race([promise, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}
