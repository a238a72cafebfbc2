import { CODE_RESERVE_MS } from '#lib/engine/model/turn-reserves.ts';
import { EVALUATION_MS, TURN_MS } from './sandbox-limits.ts';

/** CPU time left: the minimum of what the evaluation, all code of the turn, and the turn have left. */
export type TimeBudget = { leftMs: () => number; spend: (ms: number) => void };

/** Creates budgets for the evaluations of a turn, which share a total. */
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
