import { randomUUID } from 'node:crypto';
import { oneLine } from '#lib/apps/terminal/plain-text.ts';
import type { Service } from './connection.ts';
import { flowIssueLines } from './flow-issue-lines.ts';
import { readDocument } from './json-files.ts';
import type { CommandResult } from './service-action.ts';

export type ImportOver = {
  botId: string;
  /** Absent: the bot's own. */
  workspaceId?: string | undefined;
  folderId?: string | undefined;
  dryRun?: true | undefined;
  overwrite?: true | undefined;
};

/**
 * Imports one file over the draft of a bot. Repeated by hand it is asked for anew, so its key is no digest of the
 * content, which may well be wanted a second time.
 *
 * @throws Error unless there is exactly one file, before anything is sent
 */
export async function importOverBot(
  files: string[],
  { botId, workspaceId, folderId, dryRun, overwrite }: ImportOver,
  { client }: Service,
): Promise<CommandResult> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) {
    throw new Error(`--replace takes one file, and these are ${files.length}`);
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
      ? `${bot.id} is that document already`
      : `${verb} the draft of ${bot.id} (${oneLine(before.name)}); what is published stays`,
    ...(keptAsRelease === undefined
      ? []
      : [`The draft before it ${dryRun ? 'would be' : 'is'} kept as release ${keptAsRelease}`]),
  ];
  return { json: answer, text: lines.join('\n') };
}
