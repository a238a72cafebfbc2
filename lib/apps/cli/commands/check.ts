import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { Service } from '#lib/apps/cli/connection.ts';
import { flowIssueLines, isError } from '#lib/apps/cli/flow-issue-lines.ts';
import { readDocument } from '#lib/apps/cli/json-files.ts';
import { BOT_WORDS, withNamedBot } from '#lib/apps/cli/named-bot.ts';
import { defineAction } from '#lib/apps/cli/service-action.ts';
import type { JsonObject } from '#lib/json/json-object.ts';

export function checkCommand(): Command {
  const command = new Command('check')
    .description('report issues in a flow; exit code 1 if a conversation would break off')
    .argument('<file|bot>', `a file, or ${BOT_WORDS} to check its draft`)
    .option(
      '-w, --workspace <id>',
      'where to look for linked bots and credentials; default: the workspace of the bot',
    );

  defineAction<[string], { workspace?: string }>(command, async ([what], { workspace }, service) => {
    const { bot, workspaceId } = await findDocument(what, service);
    const { issues } = await service.client.checkBot({
      body: { bot, workspaceId: workspace ?? workspaceId },
    });
    return { json: { issues }, text: flowIssueLines(issues), isBad: issues.some(isError) };
  });
  return command;
}

async function findDocument(
  what: string,
  service: Service,
): Promise<{ bot: JsonObject; workspaceId?: string }> {
  if (existsSync(what)) return { bot: await readDocument(what) };
  // Ids never contain these characters, so "Bot not found" would be misleading.
  if (/[/\\.]/.test(what)) throw new Error(`There is no file ${what}`);
  return await withNamedBot(service, what, async (botId) => {
    const { bot } = await service.client.getBot({ params: { botId } });
    return { bot: bot as JsonObject, workspaceId: bot.workspaceId };
  });
}
