import { type Caller, requireRole } from '#lib/auth/access.ts';
import { ServiceError } from '#lib/errors/service-error.ts';
import { assertAnswerable } from './answer-limit.ts';
import type { JsonObject } from './bot-document.ts';
import { type Bot, withoutServerFields } from './bot-head.ts';
import type { Warning } from './bot-schema.ts';
import { createBot } from './bot-store.ts';
import { danglingReferences } from './dangling-references.ts';
import { completeDocument } from './document-defaults.ts';
import { isStepsEra, stepsToBlocks } from './migrations/steps-to-blocks.ts';
import { newBotHead } from './new-bot-head.ts';
import { shortened } from './shortened-warnings.ts';

export type BotImport = {
  workspaceId: string;
  bot: JsonObject;
  /** Given, it replaces the folder that the document names. */
  folderId?: string | null | undefined;
  /** Nothing is stored; what is returned is what would have been. */
  dryRun?: boolean | undefined;
};

/**
 * Imports a document of any age as a new bot, neither published nor with the source's public address. What it
 * holds is kept as it is, in the version it came in; `warnings` lists what was filled in, renamed,
 * left out or dangles.
 *
 * @throws NOT_FOUND for a workspace that the caller has no access to, FORBIDDEN, BAD_REQUEST, PAYLOAD_TOO_LARGE
 */
export async function importBot(
  { workspaceId, bot: sent, folderId, dryRun }: BotImport,
  caller: Caller,
): Promise<{ bot: Bot; warnings: Warning[] }> {
  requireRole(caller, workspaceId, 'editor', new ServiceError('NOT_FOUND', 'Workspace not found'));

  const { renamed, warnings: renames } = renameStepsEra(sent);
  const { document, warnings: fills } = completeDocument(withoutServerFields(renamed));
  if (folderId !== undefined) document.folderId = folderId;

  const bot = { head: newBotHead(workspaceId), document };
  assertAnswerable(bot);
  if (!dryRun) await createBot(bot);
  return {
    bot,
    warnings: shortened([...renames, ...dropped(sent), ...fills, ...danglingReferences(document)]),
  };
}

/** What belongs to the bot that the document comes from, and not to its copy. */
function dropped(sent: JsonObject): Warning[] {
  const left = [
    ...['publicId', 'customDomain'].filter((field) => typeof sent[field] === 'string'),
    ...['isClosed', 'isArchived'].filter((field) => sent[field] === true),
  ];
  return left.map((field) => ({
    code: 'DROPPED',
    path: `bot.${field}`,
    message: 'belongs to the bot that the document comes from',
  }));
}

/** Exports from before June 2022 call groups blocks, and blocks steps. */
function renameStepsEra(sent: JsonObject): { renamed: JsonObject; warnings: Warning[] } {
  if (!isStepsEra(sent)) return { renamed: sent, warnings: [] };
  return {
    renamed: stepsToBlocks(sent),
    warnings: [
      {
        code: 'RENAMED',
        path: 'bot.blocks',
        message: 'blocks and steps of an old export are now groups and blocks',
      },
    ],
  };
}
