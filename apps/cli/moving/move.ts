import { type Failure, toFailure } from '#apps/cli/failure.ts';
import type { MovedBot } from '#apps/cli/moving/report/moved-bot.ts';
import type { MovedDomain } from '#apps/cli/moving/report/moved-domain.ts';
import type { MovedFolder } from '#apps/cli/moving/report/moved-folder.ts';
import type { MovedPerson } from '#apps/cli/moving/report/moved-person.ts';
import { copyResultFiles } from './steps/copy-result-files.ts';
import { createMissingBots } from './steps/create-missing-bots.ts';
import { finishBots } from './steps/finish-bots.ts';
import { listPeople } from './steps/list-people.ts';
import { moveAllResults } from './steps/move-all-results.ts';
import { moveFolders, moveFoldersOfNews } from './steps/move-folders.ts';
import type { MoveRequest, MoveState, MoveStep } from './steps/move-state.ts';
import { planMoves } from './steps/plan-moves.ts';
import { registerDomains } from './steps/register-domains.ts';
import { rehearseMoves } from './steps/rehearse-moves.ts';
import { settleDuplicates } from './steps/settle-duplicates.ts';

/** Outcome of a move. `stoppedBy` is set if the source or the service failed for all bots. */
export type Moved = {
  bots: MovedBot[];
  domains: MovedDomain[];
  folders: MovedFolder[];
  people: MovedPerson[];
  /** Why not all files were brought. */
  filesStoppedBy?: string;
  stoppedBy?: Failure;
};

/**
 * Moves bots: creates those that are missing, then gives each the links, the publication and the draft that it has
 * in the source, then brings the results. Calling it again continues what was interrupted, and writes nothing that
 * the target has already. A bot that fails does not stop the others.
 *
 * @throws SourceUnreadableError, ApiError, ServiceUnreachableError if the bots cannot be listed
 */
export async function move(request: MoveRequest): Promise<Moved> {
  let state = withFiles(await planMoves(request), request);
  for (const step of chooseSteps(request)) {
    state = await runStep(step, state, request);
    if (state.stoppedBy) break;
  }
  const { moves, domains, folders, people, files, stoppedBy } = state;
  return {
    bots: moves.map(({ report }) => report),
    domains: [...domains],
    folders: [...folders],
    people: [...people],
    ...(files?.stoppedBy !== undefined && { filesStoppedBy: files.stoppedBy }),
    ...(stoppedBy && { stoppedBy }),
  };
}

function withFiles(state: MoveState, { openFiles, workspaces }: MoveRequest): MoveState {
  if (!openFiles) return state;
  const files = openFiles({
    workspaceIds: new Set(workspaces.map(({ id }) => id)),
    botIds: new Set(state.moves.map(({ entry }) => entry.id)),
  });
  return { ...state, files };
}

function chooseSteps({ isDryRun, part, results }: MoveRequest): MoveStep[] {
  // A pull brings publications alone, again and again.
  const isPull = part !== 'everything';
  const first = isPull ? [] : [registerDomains, moveFolders, listPeople];
  if (isDryRun) return [...first, rehearseMoves];
  const last = isPull ? [moveFoldersOfNews] : [];
  return [
    ...first,
    createMissingBots,
    settleDuplicates,
    finishBots,
    ...last,
    ...(results ? [moveAllResults, copyResultFiles] : []),
  ];
}

async function runStep(step: MoveStep, state: MoveState, request: MoveRequest): Promise<MoveState> {
  try {
    return await step(state, request);
  } catch (error) {
    return { ...state, stoppedBy: toFailure(error) };
  }
}
