import type { Failure } from '#apps/cli/failure.ts';
import type { FileMove } from '#apps/cli/moving/files/file-move.ts';
import type { StoreAddresses } from '#apps/cli/moving/files/store-address.ts';
import type { MovePhase } from '#apps/cli/moving/report/move-progress.ts';
import type { MovedBot } from '#apps/cli/moving/report/moved-bot.ts';
import type { MovedDomain } from '#apps/cli/moving/report/moved-domain.ts';
import type { MovedFolder } from '#apps/cli/moving/report/moved-folder.ts';
import type { MovedPerson } from '#apps/cli/moving/report/moved-person.ts';
import type { Source, SourceBotEntry } from '#apps/cli/moving/source/source.ts';
import type { PlanOptions } from '#apps/cli/moving/target/bot-plan.ts';
import type { TargetBot, TargetWorkspace } from '#apps/cli/moving/target/target-bots.ts';
import type { WorkspacePair } from '#apps/cli/moving/target/workspace-pairs.ts';
import type { Client } from '#apps/client/client.ts';

export type MoveRequest = PlanOptions & {
  source: Source;
  client: Client;
  workspaces: WorkspacePair[];
  /** Ids, public ids or names of the only bots to move. */
  only?: string[] | undefined;
  isDryRun: boolean;
  /** Undefined leaves results out. */
  results: { logs: boolean } | undefined;
  /** Undefined leaves files where they are. */
  openFiles?: ((ids: Pick<StoreAddresses, 'workspaceIds' | 'botIds'>) => FileMove) | undefined;
  onProgress(phase: MovePhase, done: number, total: number): void;
};

/** How far the move of one bot is. */
export type BotMove = {
  readonly entry: SourceBotEntry;
  readonly workspaceId: string;
  /** Undefined until the target has the bot. */
  readonly targetBot: TargetBot | undefined;
  /** Whether the bot in the target has addresses of files that are brought since. */
  readonly hasOldAddresses?: boolean;
  readonly report: Readonly<MovedBot>;
};

/** How far a move is. No step changes it: each returns the next one. */
export type MoveState = {
  readonly moves: readonly BotMove[];
  /** For each workspace of the target, the ids of the bots that it had before, by those in the source. */
  readonly knownIds: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /** Host names of the source's workspaces. Empty until they have been moved. */
  readonly domains: readonly MovedDomain[];
  /** Folders of the source's workspaces. Empty until they have been moved. */
  readonly folders: readonly MovedFolder[];
  /** People of the source's workspaces. Empty until they have been listed. */
  readonly people: readonly MovedPerson[];
  /** Brings files. Undefined if they stay where they are. */
  readonly files?: FileMove;
  /** Failure of the source or the service that ended the move. */
  readonly stoppedBy?: Failure;
};

export type MoveStep = (state: MoveState, request: MoveRequest) => Promise<MoveState>;

export function withReport(move: BotMove, changes: Partial<MovedBot>): BotMove {
  return { ...move, report: { ...move.report, ...changes } };
}

export function withTargetBot(move: BotMove, targetBot: TargetBot): BotMove {
  return { ...withReport(move, { botId: targetBot.id }), targetBot };
}

/** Ids of the bots of a workspace in the target, by those in the source. */
type FindNewIds = (workspaceId: string) => TargetWorkspace['newIds'];

/** @param idOfMissing the id to assume for a bot that the target does not have, for links to it */
export function mapNewIds(
  { moves, knownIds }: MoveState,
  idOfMissing: (sourceId: string) => string | undefined = () => undefined,
): FindNewIds {
  const index = new Map([...knownIds].map(([workspaceId, ids]) => [workspaceId, new Map(ids)]));
  for (const { entry, targetBot, workspaceId } of moves) {
    const newId = targetBot?.id ?? idOfMissing(entry.id);
    if (newId !== undefined) index.get(workspaceId)?.set(entry.id, newId);
  }
  return (workspaceId) => index.get(workspaceId) ?? new Map();
}
