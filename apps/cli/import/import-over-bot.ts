import { randomUUID } from 'node:crypto';
import { flowIssueLines } from '#apps/cli/flow-issue-lines.ts';
import { formatIssue } from '#apps/cli/format-issue.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import type { CommandResult } from '#apps/terminal/command-action.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import { readDocument } from './document-files.ts';

export type ImportOver = {
  botId: string;
  /** Defaults to the bot's own workspace. */
  workspaceId?: string | undefined;
  folderId?: string | undefined;
  dryRun?: true | undefined;
  overwrite?: true | undefined;
  repair?: true | undefined;
};

/**
 * Imports one file over a bot's draft. The idempotency key is random rather than a digest of the content,
 * because importing the same content twice can be intended.
 *
 * @throws Error before sending anything, if there is not exactly one file
 */
export async function importOverBot(
  files: string[],
  { botId, workspaceId, folderId, dryRun, overwrite, repair }: ImportOver,
  { client }: Service,
): Promise<CommandResult> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0) {
    throw new Error(`--replace takes one file, not ${files.length}`);
  }
  const { document, warnings: read } = await readDocument(file);
  const { bot: before } = await client.getBot({ params: { botId } });
  const response = await client.importBot({
    body: {
      workspaceId: workspaceId ?? before.workspaceId,
      bot: document,
      mode: 'replace',
      botId,
      folderId,
      dryRun,
      overwrite,
      repair,
    },
    headers: dryRun ? {} : { 'idempotency-key': randomUUID() },
  });

  const { bot, issues, keptAsRelease } = response;
  const warnings = [...read, ...(response.warnings ?? [])];
  const isSame = bot.updatedAt === before.updatedAt;
  const verb = dryRun ? 'Would replace' : 'Replaced';
  const lines = [
    ...(issues ? [flowIssueLines(issues)] : []),
    ...warnings.map((warning) => oneLine(formatIssue(warning))),
    isSame
      ? `The draft of ${bot.id} is already this document`
      : `${verb} the draft of ${bot.id} (${oneLine(before.name)}); the published release is unchanged`,
    ...(keptAsRelease === undefined
      ? []
      : [`The previous draft ${dryRun ? 'would be' : 'is'} kept as release ${keptAsRelease}`]),
  ];
  return { json: { ...response, ...(warnings.length > 0 && { warnings }) }, text: lines.join('\n') };
}
