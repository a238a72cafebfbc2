import { CODE_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { EVALUATION_MS, TURN_MS } from './sandbox-limits.ts';

/** Computing time that is left: to the evaluation, to all code of the turn, and to the turn itself. */
export type TimeBudget = { leftMs: () => number; spend: (ms: number) => void };

/** Budgets for the evaluations of a turn, which share one total. */
export function turnBudget(remainingMs: () => number): { forEvaluation: () => TimeBudget } {
  let turnLeftMs = TURN_MS;
  return {
    forEvaluation: () => {
      let evaluationLeftMs = EVALUATION_MS;
      return {
        leftMs: () => Math.min(evaluationLeftMs, turnLeftMs, remainingMs() - CODE_RESERVE_MS),
        spend: (ms) => {
          evaluationLeftMs -= ms;
          turnLeftMs -= ms;
        },
      };
    },
  };
}
