import { Argument, Command } from 'commander';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import type { OperationData } from '#apps/client/client.ts';
import type { CommandResult } from '#apps/terminal/command-action.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import { WEBHOOK_REPLIES, type WebhookReplies } from '#lib/bots/document/webhook-replies.ts';

/** `webhook-replies show` and `webhook-replies set`. */
export function createWebhookRepliesCommand(): Command {
  return new Command('webhook-replies')
    .description("show or set whether a bot takes replies to its Listen blocks as a webhook's data")
    .addCommand(showWebhookRepliesCommand())
    .addCommand(setWebhookRepliesCommand());
}

function showWebhookRepliesCommand(): Command {
  const command = withBot(
    new Command('show').description('show how a bot takes replies to its Listen blocks'),
  );

  defineBotAction<[string], object>(command, async ([botId], _options, { client }) =>
    describe((await client.getBot({ params: { botId } })).bot),
  );
  return command;
}

function setWebhookRepliesCommand(): Command {
  const command = withBot(
    new Command('set').description('set it for chats that begin from now on, without publishing'),
  ).addArgument(
    new Argument(
      '<replies>',
      "text: no variable gets anything of a reply; data: whatever anybody replies is the webhook's data",
    ).choices(WEBHOOK_REPLIES),
  );

  defineBotAction<[string, WebhookReplies], object>(
    command,
    async ([botId, webhookReplies], _options, { client }) =>
      describe((await client.updateBot({ params: { botId }, body: { bot: { webhookReplies } } })).bot),
  );
  return command;
}

const MEANINGS = {
  data: 'as the data of a webhook, which anybody can forge',
  text: 'as text, which fills in no variable',
} satisfies Record<WebhookReplies, string>;

function describe({ id, name, webhookReplies }: OperationData<'getBot'>['bot']): CommandResult {
  return {
    json: { botId: id, webhookReplies },
    text: `${webhookReplies}: ${oneLine(name)} (${oneLine(id)}) takes replies to its Listen blocks ${MEANINGS[webhookReplies]}.`,
  };
}
