import { randomUUID } from 'node:crypto';
import { oneLine } from '#lib/apps/terminal/plain-text.ts';
import type { Service } from './connection.ts';
import { flowIssueLines } from './flow-issue-lines.ts';
import { readDocument } from './json-files.ts';
import type { CommandResult } from './service-action.ts';

export type ImportOver = {
  botId: string;
  /** Absent means the bot's own workspace. */
  workspaceId?: string | undefined;
  folderId?: string | undefined;
  dryRun?: true | undefined;
  overwrite?: true | undefined;
};

/**
 * Imports one file over the draft of a bot. Its idempotency key is not a digest of the content, because
 * somebody may want to import the same content a second time.
 *
 * @throws Error if there is not exactly one file, before anything is sent
 */
export async function importOverBot(
  files: string[],
  { botId, workspaceId, folderId, dryRun, overwrite }: ImportOver,
  { client }: Service,
): Promise<CommandResult> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) {
    throw new Error(`--replace takes one file, not ${files.length}`);
  }
  const document = await readDocument(file);
  const { bot: before } = await client.getBot({ params: { botId } });
  const answer = await client.importBot({
    body: {
      workspaceId: workspaceId ?? before.workspaceId,
      bot: document,
      mode: 'replace',
      botId,
      folderId,
      dryRun,
      overwrite,
    },
    headers: dryRun ? {} : { 'idempotency-key': randomUUID() },
  });

  const { bot, warnings = [], issues, keptAsRelease } = answer;
  const isSame = bot.updatedAt === before.updatedAt;
  const verb = dryRun ? 'Would replace' : 'Replaced';
  const lines = [
    ...(issues ? [flowIssueLines(issues)] : []),
    ...warnings.map(({ path, message }) => oneLine(`${path}: ${message}`)),
    isSame
      ? `The draft of ${bot.id} already is that document`
      : `${verb} the draft of ${bot.id} (${oneLine(before.name)}); what is published stays`,
    ...(keptAsRelease === undefined
      ? []
      : [`The previous draft ${dryRun ? 'would be' : 'is'} kept as release ${keptAsRelease}`]),
  ];
  return { json: answer, text: lines.join('\n') };
}
