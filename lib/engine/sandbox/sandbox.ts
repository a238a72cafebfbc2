import type { CodeOutcome, HttpPort, Sandbox } from '#lib/engine/model/ports.ts';
import { CODE_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { CodeAbortedError, codeError, NEVER_SETTLES, RESTARTING, TIMED_OUT } from './code-error.ts';
import { CodeMachine, type FetchRequest } from './code-machine.ts';
import { expressionBody } from './expression-body.ts';
import { createHostIntl } from './host-intl.ts';
import { loadQuickJs, readyQuickJs } from './quickjs-module.ts';
import { type SandboxFetch, sandboxFetch } from './sandbox-fetch.ts';
import { turnBudget } from './time-budget.ts';

export type SandboxOptions = { remainingMs: () => number; http: HttpPort };

/**
 * Creates the sandbox for one turn. Evaluations run in separate VMs, so they share no state. Together they
 * are limited to the turn's time budget.
 */
export async function createSandbox({ remainingMs, http }: SandboxOptions): Promise<Sandbox> {
  const fetch = sandboxFetch({ http, remainingMs });
  const budget = turnBudget(remainingMs);
  const intl = createHostIntl();
  await loadQuickJs();

  return {
    evaluate(code, globals): CodeOutcome {
      const quickJs = readyQuickJs();
      // Only happens after two evaluations were killed in a row, until the turn next awaits something.
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
        let outcome = machine.start();
        requests.send(machine.takeRequests());
        while (!outcome) {
          const { request, response } = await requests.next();
          outcome = machine.settle(request, response);
          requests.send(machine.takeRequests());
        }
        // Requests that the code did not await must finish before Lambda may freeze the instance.
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

/** @throws every error except CodeAbortedError, because others are bugs in the service */
function toError(error: unknown) {
  if (error instanceof CodeAbortedError) return codeError(error.message);
  throw error;
}

type Settled = { request: FetchRequest; response: { text: string } | { error: string } };

class OpenRequests {
  readonly #fetch: SandboxFetch;
  readonly #leftMs: () => number;
  readonly #open = new Set<Promise<Settled>>();

  constructor(fetch: SandboxFetch, leftMs: () => number) {
    this.#fetch = fetch;
    this.#leftMs = leftMs;
  }

  send(requests: FetchRequest[]): void {
    for (const request of requests) this.#open.add(this.#settled(request));
  }

  /** @throws CodeAbortedError */
  async next(): Promise<Settled> {
    if (this.#open.size === 0) throw new CodeAbortedError(NEVER_SETTLES);
    const [promise, settled] = await this.#inTime(
      Promise.race([...this.#open].map(async (open) => [open, await open] as const)),
    );
    this.#open.delete(promise);
    return settled;
  }

  /** Waits for all open requests, up to the turn's time limit. */
  async all(): Promise<void> {
    if (this.#open.size > 0) await this.#inTime(Promise.all(this.#open)).catch(() => {});
  }

  async #settled(request: FetchRequest): Promise<Settled> {
    try {
      return { request, response: { text: await this.#fetch(request.url, request.init) } };
    } catch (error) {
      return { request, response: { error: error instanceof Error ? error.message : String(error) } };
    }
  }

  async #inTime<T>(promise: Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new CodeAbortedError(TIMED_OUT)), Math.max(0, this.#leftMs()));
    });
    try {
      return await Promise.race([promise, timeout]);
    } finally {
      clearTimeout(timer);
    }
  }
}
