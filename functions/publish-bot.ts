import { publishBotContract } from '#lib/bots/contracts/publish-bot.ts';
import { publishBot } from '#lib/bots/publish-bot.ts';
import { endpointHandler } from '#lib/http/pipeline.ts';

export const handler = endpointHandler(publishBotContract, async ({ params, caller }) => {
  const publication = await publishBot(params.botId, caller);
  return { body: { message: 'success', ...publication } };
});
