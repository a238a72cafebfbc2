import { Command } from 'commander';
import { publicAddresses } from '#apps/cli/public-addresses.ts';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import type { CommandResult } from '#apps/terminal/command-action.ts';
import { askToConfirm } from '#apps/terminal/confirmation.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';

/** `public-id show`, `public-id set` and `public-id clear`. */
export function publicIdCommand(): Command {
  return new Command('public-id')
    .description("show, set or clear a bot's public id, the last part of its public address")
    .addCommand(showPublicIdCommand())
    .addCommand(setPublicIdCommand())
    .addCommand(clearPublicIdCommand());
}

function showPublicIdCommand(): Command {
  const command = withBot(new Command('show').description('show the public id of a bot, and its addresses'));

  defineBotAction<[string], object>(command, async ([botId], _options, service) => {
    const { bot } = await service.client.getBot({ params: { botId } });
    return describe(bot, service);
  });
  return command;
}

function setPublicIdCommand(): Command {
  const command = withBot(
    new Command('set').description('give a bot a public id; links with its previous one no longer work'),
  ).argument('<publicId>', 'lower-case letters, digits and single hyphens');

  defineBotAction<[string, string], object>(command, async ([botId, publicId], _options, service) => {
    const { bot } = await service.client.updateBot({ params: { botId }, body: { bot: { publicId } } });
    return describe(bot, service);
  });
  return command;
}

function clearPublicIdCommand(): Command {
  const command = withBot(
    new Command('clear').description('remove the public id of a bot; other bots may then use it'),
  ).option('--yes', 'do not ask before');

  defineBotAction<[string], { yes?: true }>(command, async ([botId], { yes }, service) => {
    const { client } = service;
    if (!yes) {
      const { bot } = await client.getBot({ params: { botId } });
      if (bot.publicId === null) return describe(bot, service);
      const question = `Remove the public id ${oneLine(bot.publicId)} of ${oneLine(bot.name)} (${botId})? Its links stop working.`;
      if (!(await askToConfirm(question, 'remove it'))) throw new Error('Nothing was changed');
    }
    const { bot } = await client.updateBot({ params: { botId }, body: { bot: { publicId: null } } });
    return describe(bot, service);
  });
  return command;
}

function describe(
  { id, publicId }: { id: string; publicId: string | null },
  service: Service,
): CommandResult {
  if (publicId === null) return { json: { botId: id, publicId }, text: oneLine(`${id} has no public id.`) };
  const addresses = publicAddresses(service, publicId);
  return {
    json: { botId: id, publicId, ...addresses },
    text: [publicId, ...(addresses ? [addresses.pageUrl, addresses.startChatUrl] : [])]
      .map(oneLine)
      .join('\n'),
  };
}
