import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import * as z from 'zod';
import type { Assignment, CodeOutcome } from '#lib/engine/model/ports.ts';
import { withinTime } from '#lib/engine/model/time-limit.ts';
import {
  CodeAborted,
  codeError,
  EXHAUSTED,
  OUT_OF_MEMORY,
  RESTARTING,
  TIMED_OUT,
  UNREADABLE,
} from './code-error.ts';
import { decodedValue } from './encoded-value.ts';
import { wordedError } from './error-wording.ts';
import type { HostIntl } from './host-intl.ts';
import { isHostInUtc } from './host-time.ts';
import { MACHINE_PRELUDE, MACHINE_UTC_DATES } from './machine-sources.ts';
import { discardQuickJs, isBroken, memoryBytes } from './quickjs-module.ts';
import {
  KILL_GRACE_MS,
  MAX_FETCHES,
  MAX_INTL_CHARS,
  MAX_MEMORY_BYTES,
  MAX_OUTPUT_CHARS,
  MAX_OUTPUT_DEPTH,
  MAX_REQUESTED_CHARS,
  STACK_BYTES,
} from './sandbox-limits.ts';
import type { TimeBudget } from './time-budget.ts';

/** What code has asked the host to fetch. `init` is whatever JSON the code gave. */
export type FetchRequest = { id: number; url: string; init: unknown };

export type MachineSurroundings = { quickJs: QuickJSWASMModule; budget: TimeBudget; intl: HostIntl };

type Machine = { runtime: QuickJSRuntime; context: QuickJSContext; prelude: QuickJSHandle };

/**
 * One evaluation of user code, with a runtime and a context of its own that are discarded afterwards. Each
 * call computes within the time that the budget leaves.
 */
export class CodeMachine {
  readonly #quickJs: QuickJSWASMModule;
  readonly #budget: TimeBudget;
  readonly #intl: HostIntl;
  readonly #code: string;
  #machine: Machine | undefined;
  #interruptAtMs = 0;
  #isInterrupted = false;
  /** Whether it was stopped in the middle of something. Nothing in it may be called again. */
  #isKilled = false;
  #requests: FetchRequest[] = [];

  /**
   * @param globals values by name: JSON values or undefined
   * @throws CodeAborted
   */
  constructor(
    { quickJs, budget, intl }: MachineSurroundings,
    code: string,
    globals: Record<string, unknown>,
  ) {
    this.#quickJs = quickJs;
    this.#budget = budget;
    this.#intl = intl;
    this.#code = code;
    // JSON has no undefined, so a name without a value stands for it.
    const defined = Object.entries(globals).map(([name, value]) =>
      value === undefined ? [name] : [name, value],
    );
    try {
      this.#enter(() => {
        this.#machine = this.#boot();
        this.#call('define', JSON.stringify(defined));
      });
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /** @throws CodeAborted */
  evaluate(): CodeOutcome {
    return this.#toOutcome(this.#enter(() => this.#call('evaluate', JSON.stringify(this.#code))));
  }

  /**
   * Starts the code, asynchronously.
   *
   * @throws CodeAborted
   */
  start(): void {
    this.#enter(() => {
      this.#call('start', JSON.stringify(this.#code));
      this.#runJobs();
    });
  }

  /** The outcome of the code. Undefined while it waits for something. */
  outcome(): (CodeOutcome & { assignments: Assignment[] }) | undefined {
    const text = this.#enter(() => this.#call('outcome'));
    return text === undefined ? undefined : this.#toOutcome(text);
  }

  /** Returns the requests that the code has made since the last call. */
  takeRequests(): FetchRequest[] {
    const requests = this.#requests;
    this.#requests = [];
    return requests;
  }

  /** @throws CodeAborted */
  settle(request: FetchRequest, answer: { text: string } | { error: string }): void {
    this.#enter(() => {
      const isAnswered = 'text' in answer;
      this.#call('settle', JSON.stringify([request.id, isAnswered, isAnswered ? answer.text : answer.error]));
      this.#runJobs();
    });
  }

  close(): void {
    const machine = this.#machine;
    this.#machine = undefined;
    if (!machine || isBroken(this.#quickJs)) return;
    try {
      // Freeing all this runs no user code and takes little time.
      const freed = withinTime(KILL_GRACE_MS, () => {
        machine.prelude.dispose();
        machine.context.dispose();
        machine.runtime.dispose();
      });
      if (!freed) discardQuickJs(this.#quickJs);
    } catch {
      discardQuickJs(this.#quickJs);
    }
  }

  #boot(): Machine {
    const runtime = this.#quickJs.newRuntime();
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => {
      this.#isInterrupted ||= performance.now() > this.#interruptAtMs;
      return this.#isInterrupted;
    });
    const context = runtime.newContext();
    try {
      return { runtime, context, prelude: this.#prelude(context) };
    } catch (error) {
      // The time ran out. What was created so far can only be freed together with the module.
      discardQuickJs(this.#quickJs);
      throw error;
    }
  }

  #prelude(context: QuickJSContext): QuickJSHandle {
    const intl = context.newFunction('intl', (request) =>
      context.newString(this.#intl(context.getString(request))),
    );
    const fetch = context.newFunction('fetch', (request) => {
      const [id, url, init] = requestSchema.parse(JSON.parse(context.getString(request)));
      this.#requests.push({ id, url, init });
    });
    if (!isHostInUtc()) this.#valueOf(context.evalCode(MACHINE_UTC_DATES, 'utc-dates')).dispose();
    const create = this.#valueOf(context.evalCode(MACHINE_PRELUDE, 'prelude'));
    const limits = context.newString(LIMITS);
    const prelude = this.#valueOf(context.callFunction(create, context.undefined, intl, fetch, limits));
    for (const handle of [create, intl, fetch, limits]) handle.dispose();
    return prelude;
  }

  /** Calls a function of the prelude with a text. It returns a text or nothing. */
  #call(name: string, text?: string): string | undefined {
    const machine = this.#machine;
    if (!machine) throw new CodeAborted(EXHAUSTED);
    const { context, prelude } = machine;
    const method = context.getProp(prelude, name);
    const parameters = text === undefined ? [] : [context.newString(text)];
    const result = context.callFunction(method, context.undefined, ...parameters);
    for (const handle of [method, ...parameters]) handle.dispose();
    const value = this.#valueOf(result);
    // Code may be able to catch the interruption.
    if (this.#isInterrupted) {
      value.dispose();
      throw new CodeAborted(TIMED_OUT);
    }
    const answer = context.typeof(value) === 'string' ? context.getString(value) : undefined;
    value.dispose();
    return answer;
  }

  #runJobs(): void {
    const runtime = this.#machine?.runtime;
    if (!runtime) return;
    // In slices, since an endless chain of promises may be made of jobs too short to be interrupted.
    while (runtime.hasPendingJob()) {
      const result = runtime.executePendingJobs(JOBS_PER_SLICE);
      if (result.error) {
        result.error.dispose();
        throw new CodeAborted(this.#isInterrupted ? TIMED_OUT : EXHAUSTED);
      }
      if (performance.now() > this.#interruptAtMs) throw new CodeAborted(TIMED_OUT);
    }
  }

  /** Errors of user code are caught within the machine. An error that gets here ends the machine. */
  #valueOf(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (!result.error) return result.value;
    result.error.dispose();
    throw new CodeAborted(this.#isInterrupted ? TIMED_OUT : EXHAUSTED);
  }

  #enter<T>(task: () => T): T {
    if (this.#isKilled || this.#isInterrupted) throw new CodeAborted(TIMED_OUT);
    // A module that another turn has broken must not be used any more.
    if (isBroken(this.#quickJs)) throw new CodeAborted(RESTARTING);
    const allowedMs = this.#budget.leftMs();
    if (allowedMs <= 0) throw new CodeAborted(TIMED_OUT);
    const startedMs = performance.now();
    this.#interruptAtMs = startedMs + allowedMs;
    try {
      // The machine regularly checks whether its time is up, but not within its built-in functions: searching
      // an array of four billion holes is one call. So it is also stopped from outside.
      const result = withinTime(Math.ceil(allowedMs + KILL_GRACE_MS), task);
      if (!result) throw this.#killed(TIMED_OUT);
      return result.value;
    } catch (error) {
      // Any other error means that nested data has overflowed the host's stack, or that the machine is
      // faulty.
      throw error instanceof CodeAborted ? error : this.#killed(EXHAUSTED, error);
    } finally {
      this.#budget.spend(performance.now() - startedMs);
    }
  }

  /** The machine was stopped in the middle of something. */
  #killed(message: string, cause?: unknown): CodeAborted {
    this.#isKilled = true;
    discardQuickJs(this.#quickJs);
    return new CodeAborted(message, { cause });
  }

  /** If no memory is left even for an error that says so, the machine throws null. */
  #isOutOfMemory(thrown: string): boolean {
    return thrown === 'null' && memoryBytes(this.#quickJs) >= MAX_MEMORY_BYTES * FULL;
  }

  #toOutcome(text: string | undefined): CodeOutcome & { assignments: Assignment[] } {
    try {
      const outcome = outcomeSchema.parse(JSON.parse(text ?? ''));
      if (outcome[0] === 'value') {
        const [, value, assignments] = outcome;
        return {
          value: decodedValue(value),
          assignments: assignments.map(([name, assigned]) => ({ name, value: decodedValue(assigned) })),
        };
      }
      if (outcome[0] === 'thrown') {
        return {
          error: codeError(this.#isOutOfMemory(outcome[1]) ? OUT_OF_MEMORY : outcome[1]),
          assignments: [],
        };
      }
      const [, cause, message, name, stack] = outcome;
      return {
        error: codeError(wordedError({ name, message, stack, code: this.#code }), cause),
        assignments: [],
      };
    } catch {
      return { error: codeError(UNREADABLE), assignments: [] };
    }
  }
}

/**
 * Share of its memory limit that a machine has reached when no memory is left. It grows in steps of at least
 * a twentieth.
 */
const FULL = 0.95;

const outcomeSchema = z.union([
  z.tuple([z.literal('value'), z.unknown(), z.array(z.tuple([z.string(), z.unknown()]))]),
  z.tuple([z.literal('error'), z.string(), z.string(), z.string(), z.string()]),
  z.tuple([z.literal('thrown'), z.string()]),
]);

const requestSchema = z.tuple([z.number(), z.string(), z.unknown()]);

const JOBS_PER_SLICE = 1_000;

/** The limits that the prelude has to know. */
const LIMITS = JSON.stringify({
  maxOutputChars: MAX_OUTPUT_CHARS,
  maxOutputDepth: MAX_OUTPUT_DEPTH,
  maxIntlChars: MAX_INTL_CHARS,
  maxFetches: MAX_FETCHES,
  maxRequestedChars: MAX_REQUESTED_CHARS,
});
