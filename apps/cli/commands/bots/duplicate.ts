import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';

type Options = { name?: string; toWorkspace?: string; folder?: string };

export function duplicateCommand(): Command {
  const command = withBot(new Command('duplicate').description("copy a bot's draft to a new bot"))
    .option('--name <name>', 'name of the copy; default: the name with (copy)')
    .option('--to-workspace <id>', 'put the copy into another workspace of the token')
    .option('--folder <id>', 'put the copy into this folder; root: into none');

  defineBotAction<[string], Options>(command, async ([botId], options, { client }) => {
    const { name, toWorkspace: workspaceId, folder } = options;
    if (name?.trim() === '') throw new Error('The name is empty');
    const folderId = folder === 'root' ? null : folder;
    const json = await client.duplicateBot({
      params: { botId },
      headers: { 'idempotency-key': randomUUID() },
      body: { name, workspaceId, folderId },
    });
    return { json, text: oneLine(`Copied ${botId} to ${json.bot.id} (${json.bot.name}), unpublished.`) };
  });
  return command;
}
