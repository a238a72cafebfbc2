import { toFailure } from '#apps/cli/failure.ts';
import { BotUnreadableError, SourceUnreadableError } from '#apps/cli/moving/source/source.ts';
import { IncompleteImportError } from '#apps/cli/results/results-import.ts';
import { ServiceUnreachableError } from '#apps/cli/service/retrying-fetch.ts';
import { ApiError } from '#apps/client/api-error.ts';
import { mapConcurrently } from '#lib/platform/store/map-concurrently.ts';
import { type BotMove, type MoveState, withReport } from './move-state.ts';

/** Bots at a time: as many as an import of files. */
export const CONCURRENCY = 4;

/** The work of a step on each bot. */
export type BotWork = {
  /** Picks the bots. The others stay as they are. */
  selects(move: BotMove): boolean;
  /** Done with a bot one after the other. If one fails, what those before it have returned stays. */
  tasks: ((move: BotMove) => Promise<BotMove>)[];
  /** Bots at a time. */
  concurrency: number;
  /** Whether a failure would meet every bot, and ends the move. By default, one of the service or the source as a whole. */
  isFatal?: (error: unknown) => boolean;
  onProgress?: (done: number, total: number) => void;
};

/** Works on the bots of a move. The failure of one bot does not stop the others. */
export async function runBotMoves(state: MoveState, work: BotWork): Promise<MoveState> {
  const { selects, tasks, concurrency, isFatal = isFailureOfAll, onProgress } = work;
  const total = state.moves.filter(selects).length;
  let done = 0;
  let fatal: { error: unknown } | undefined;
  const runTasks = async (move: BotMove): Promise<BotMove> => {
    let reached = move;
    try {
      for (const run of tasks) reached = await run(reached);
    } catch (error) {
      if (isFatal(error)) {
        fatal ??= { error };
        return reached;
      }
      reached = withReport(reached, { outcome: 'failed', error: toFailure(error) });
    }
    done += 1;
    onProgress?.(done, total);
    return reached;
  };
  const moves = await mapConcurrently(state.moves, concurrency, async (move) =>
    fatal || !selects(move) ? move : runTasks(move),
  );
  return { ...state, moves, ...(fatal && { stoppedBy: toFailure(fatal.error) }) };
}

/** Statuses that affect every bot: a problem with the token or the workspace, or an overloaded service. */
const STOPPING_STATUSES = new Set([401, 403, 429, 503]);

function isFailureOfAll(failure: unknown): boolean {
  const error = failure instanceof IncompleteImportError ? failure.cause : failure;
  if (error instanceof ApiError) return STOPPING_STATUSES.has(error.status);
  if (error instanceof ServiceUnreachableError) return true;
  return error instanceof SourceUnreadableError && !(error instanceof BotUnreadableError);
}
