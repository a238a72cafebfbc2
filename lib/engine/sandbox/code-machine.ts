import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from 'quickjs-emscripten-core';
import * as z from 'zod';
import type { Assignment, CodeOutcome } from '#lib/engine/model/ports.ts';
import { withinTime } from '#lib/engine/model/time-limit.ts';
import { once } from '#lib/platform/validation/once.ts';
import {
  CodeAbortedError,
  codeError,
  EXHAUSTED,
  OUT_OF_MEMORY,
  RESTARTING,
  TIMED_OUT,
  UNREADABLE,
} from './code-error.ts';
import { decodeValue } from './encoded-value.ts';
import { wordError } from './error-wording.ts';
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

/** A request that user code makes through `fetch`. `init` is untrusted JSON. */
export type FetchRequest = { id: number; url: string; init: unknown };

export type MachineSurroundings = { quickJs: QuickJSWASMModule; budget: TimeBudget; intl: HostIntl };

/** The value or the error, and the variables that the code has set. */
export type RunOutcome = CodeOutcome & { assignments: Assignment[] };

type Machine = { runtime: QuickJSRuntime; context: QuickJSContext; prelude: QuickJSHandle };

/**
 * A single evaluation of user code, in a QuickJS runtime and context that are discarded afterwards. Each call
 * is limited to the time left in the budget.
 */
export class CodeMachine {
  readonly #quickJs: QuickJSWASMModule;
  readonly #budget: TimeBudget;
  readonly #intl: HostIntl;
  readonly #code: string;
  readonly #globals: string;
  #machine: Machine | undefined;
  #interruptAtMs = 0;
  #isInterrupted = false;
  /** Set once the VM has been interrupted mid-execution. It must not be called after that. */
  #isKilled = false;
  #requests: FetchRequest[] = [];
  /** The encoded outcome of the code, once there is one. */
  #outcome: string | undefined;

  /** @param globals JSON values or undefined, by name */
  constructor(
    { quickJs, budget, intl }: MachineSurroundings,
    code: string,
    globals: Record<string, unknown>,
  ) {
    this.#quickJs = quickJs;
    this.#budget = budget;
    this.#intl = intl;
    this.#code = code;
    // JSON has no undefined, so undefined is encoded as a name without a value.
    this.#globals = JSON.stringify(
      Object.entries(globals).map(([name, value]) => (value === undefined ? [name] : [name, value])),
    );
  }

  /** @throws CodeAbortedError */
  evaluate(): CodeOutcome {
    this.#finish(() => {
      this.#open();
      return this.#call('evaluate', JSON.stringify(this.#code)) ?? '';
    });
    return this.#toOutcome(this.#outcome);
  }

  /**
   * Starts running the code asynchronously.
   *
   * @returns its outcome, or undefined while it is still running
   * @throws CodeAbortedError
   */
  start(): RunOutcome | undefined {
    this.#finish(() => {
      this.#open();
      this.#call('start', JSON.stringify(this.#code));
      this.#runJobs();
      return this.#call('outcome');
    });
    return this.#outcome === undefined ? undefined : this.#toOutcome(this.#outcome);
  }

  /** Returns the requests made since the last call. */
  takeRequests(): FetchRequest[] {
    const requests = this.#requests;
    this.#requests = [];
    return requests;
  }

  /**
   * Settles a request and continues running the code.
   *
   * @returns the outcome of the code, or undefined while it is still running
   * @throws CodeAbortedError
   */
  settle(request: FetchRequest, response: { text: string } | { error: string }): RunOutcome | undefined {
    this.#finish(() => {
      const isFulfilled = 'text' in response;
      this.#call(
        'settle',
        JSON.stringify([request.id, isFulfilled, isFulfilled ? response.text : response.error]),
      );
      this.#runJobs();
      return this.#call('outcome');
    });
    return this.#outcome === undefined ? undefined : this.#toOutcome(this.#outcome);
  }

  /** Frees what an evaluation without an outcome has left behind. */
  close(): void {
    if (!this.#machine || isBroken(this.#quickJs)) return;
    try {
      if (!withinTime(KILL_GRACE_MS, () => this.#free())) discardQuickJs(this.#quickJs);
    } catch {
      discardQuickJs(this.#quickJs);
    }
  }

  /** Frees the VM. This runs no user code and takes little time. */
  #free(): void {
    const machine = this.#machine;
    this.#machine = undefined;
    if (!machine) return;
    machine.prelude.dispose();
    machine.context.dispose();
    machine.runtime.dispose();
  }

  #open(): void {
    this.#machine = this.#boot();
    this.#call('define', this.#globals);
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
      // Timed out. Only discarding the module frees what has been created so far.
      discardQuickJs(this.#quickJs);
      throw error;
    }
  }

  #prelude(context: QuickJSContext): QuickJSHandle {
    const intl = context.newFunction('intl', (request) =>
      context.newString(this.#intl(context.getString(request))),
    );
    const fetch = context.newFunction('fetch', (request) => {
      const [id, url, init] = requestSchema().parse(JSON.parse(context.getString(request)));
      this.#requests.push({ id, url, init });
    });
    if (!isHostInUtc()) this.#valueOf(context.evalCode(MACHINE_UTC_DATES, 'utc-dates')).dispose();
    const create = this.#valueOf(context.evalCode(MACHINE_PRELUDE, 'prelude'));
    const limits = context.newString(LIMITS);
    const prelude = this.#valueOf(context.callFunction(create, context.undefined, intl, fetch, limits));
    for (const handle of [create, intl, fetch, limits]) handle.dispose();
    return prelude;
  }

  /** Calls a function of the prelude with a string. The function returns a string or nothing. */
  #call(name: string, text?: string): string | undefined {
    const machine = this.#machine;
    if (!machine) throw new CodeAbortedError(EXHAUSTED);
    const { context, prelude } = machine;
    const method = context.getProp(prelude, name);
    const parameters = text === undefined ? [] : [context.newString(text)];
    const result = context.callFunction(method, context.undefined, ...parameters);
    for (const handle of [method, ...parameters]) handle.dispose();
    const value = this.#valueOf(result);
    // User code may have caught the interrupt.
    if (this.#isInterrupted) {
      value.dispose();
      throw new CodeAbortedError(TIMED_OUT);
    }
    const encoded = context.typeof(value) === 'string' ? context.getString(value) : undefined;
    value.dispose();
    return encoded;
  }

  #runJobs(): void {
    const runtime = this.#machine?.runtime;
    if (!runtime) return;
    // Run in slices, because an endless promise chain may consist of jobs too short to be interrupted.
    while (runtime.hasPendingJob()) {
      const result = runtime.executePendingJobs(JOBS_PER_SLICE);
      if (result.error) {
        result.error.dispose();
        throw new CodeAbortedError(this.#isInterrupted ? TIMED_OUT : EXHAUSTED);
      }
      if (performance.now() > this.#interruptAtMs) throw new CodeAbortedError(TIMED_OUT);
    }
  }

  /** The prelude catches errors of user code. An error that gets this far ends the machine. */
  #valueOf(result: ReturnType<QuickJSContext['evalCode']>): QuickJSHandle {
    if (!result.error) return result.value;
    result.error.dispose();
    throw new CodeAbortedError(this.#isInterrupted ? TIMED_OUT : EXHAUSTED);
  }

  /**
   * Runs a task that returns the encoded outcome of the code, if there is one yet, and then frees the VM. All of it
   * shares one guard, because each starts a thread.
   */
  #finish(task: () => string | undefined): void {
    try {
      this.#enter(() => {
        this.#outcome = task();
        if (this.#outcome !== undefined) this.#free();
      });
    } catch (error) {
      // If only freeing the VM failed, the outcome still counts.
      if (this.#outcome === undefined) throw error;
    }
  }

  #enter<T>(task: () => T): T {
    if (this.#isKilled || this.#isInterrupted) throw new CodeAbortedError(TIMED_OUT);
    // Another turn may have broken the module.
    if (isBroken(this.#quickJs)) throw new CodeAbortedError(RESTARTING);
    const allowedMs = this.#budget.leftMs();
    if (allowedMs <= 0) throw new CodeAbortedError(TIMED_OUT);
    const startedMs = performance.now();
    this.#interruptAtMs = startedMs + allowedMs;
    try {
      // QuickJS regularly checks for a timeout, but not inside built-in functions: searching an array of four
      // billion holes is a single call. Hence the hard limit imposed by the host.
      const result = withinTime(Math.ceil(allowedMs + KILL_GRACE_MS), task);
      if (!result) throw this.#killed(TIMED_OUT);
      return result.value;
    } catch (error) {
      // Any other error means that nested data overflowed the host's stack or that the VM is corrupt.
      throw error instanceof CodeAbortedError ? error : this.#killed(EXHAUSTED, error);
    } finally {
      this.#budget.spend(performance.now() - startedMs);
    }
  }

  /** Marks the VM as interrupted mid-execution. */
  #killed(message: string, cause?: unknown): CodeAbortedError {
    this.#isKilled = true;
    discardQuickJs(this.#quickJs);
    return new CodeAbortedError(message, { cause });
  }

  /** QuickJS throws null if there is no memory left for an error object. */
  #isOutOfMemory(thrown: string): boolean {
    return thrown === 'null' && memoryBytes(this.#quickJs) >= MAX_MEMORY_BYTES * FULL;
  }

  #toOutcome(text: string | undefined): RunOutcome {
    try {
      const outcome = outcomeSchema().parse(JSON.parse(text ?? ''));
      if (outcome[0] === 'value') {
        const [, value, assignments] = outcome;
        return {
          value: decodeValue(value),
          assignments: assignments.map(([name, assigned]) => ({ name, value: decodeValue(assigned) })),
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
        error: codeError(wordError({ name, message, stack, code: this.#code }), cause),
        assignments: [],
      };
    } catch {
      return { error: codeError(UNREADABLE), assignments: [] };
    }
  }
}

/** Share of the memory limit above which the VM counts as full. Memory grows in steps of at least 5%. */
const FULL = 0.95;

const outcomeSchema = once(() =>
  z.union([
    z.tuple([z.literal('value'), z.unknown(), z.array(z.tuple([z.string(), z.unknown()]))]),
    z.tuple([z.literal('error'), z.string(), z.string(), z.string(), z.string()]),
    z.tuple([z.literal('thrown'), z.string()]),
  ]),
);

const requestSchema = once(() => z.tuple([z.number(), z.string(), z.unknown()]));

const JOBS_PER_SLICE = 1_000;

/** Limits enforced by the prelude. */
const LIMITS = JSON.stringify({
  maxOutputChars: MAX_OUTPUT_CHARS,
  maxOutputDepth: MAX_OUTPUT_DEPTH,
  maxIntlChars: MAX_INTL_CHARS,
  maxFetches: MAX_FETCHES,
  maxRequestedChars: MAX_REQUESTED_CHARS,
});
