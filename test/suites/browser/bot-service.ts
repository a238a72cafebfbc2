import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { startSeededService } from './seeded-service.ts';

/** A running service for a browser, with a folder of its own. */
export type BotService = {
  /** Origin of the bots' site and the chat API. */
  chatUrl: string;
  /** Origin of the console and the management API. */
  baseUrl: string;
  /** Imports and publishes a bot, and returns its publicId. */
  publish(bot: JsonObject): Promise<string>;
  /** Imports a bot, and starts a chat with its draft. */
  startPreview(bot: JsonObject): Promise<unknown>;
  stop(): Promise<void>;
};

export async function startBotService(): Promise<BotService> {
  const {
    service,
    seeded: { workspaceId },
    client,
    stop,
  } = await startSeededService();
  const importBot = async (bot: JsonObject) =>
    (await client.importBot({ body: { workspaceId, bot } })).bot.id;
  return {
    chatUrl: service.chatUrl,
    baseUrl: service.baseUrl,
    publish: async (bot) => (await client.publishBot({ params: { botId: await importBot(bot) } })).publicId,
    startPreview: async (bot) =>
      await client.startPreviewChat({ params: { bot: await importBot(bot) }, body: {} }),
    stop,
  };
}
