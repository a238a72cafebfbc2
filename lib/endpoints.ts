import { getBotContract } from './bots/contracts/get-bot.ts';
import { getPublishedBotContract } from './bots/contracts/get-published-bot.ts';
import { importBotContract } from './bots/contracts/import-bot.ts';
import { publishBotContract } from './bots/contracts/publish-bot.ts';
import { unpublishBotContract } from './bots/contracts/unpublish-bot.ts';
import { updateBotContract } from './bots/contracts/update-bot.ts';
import type { Endpoint } from './http/contract.ts';
import { submitClientLogsContract } from './logs/contracts/submit-client-logs.ts';
import { getResultContract } from './results/contracts/get-result.ts';

/**
 * Every endpoint of the service: contracts only, no handlers and no SDK, so that whatever reads the table loads
 * fast. A function never imports it, for it would carry the schemas of all the others.
 */
export const endpoints: readonly Endpoint[] = [
  importBotContract,
  getBotContract,
  updateBotContract,
  publishBotContract,
  unpublishBotContract,
  getPublishedBotContract,
  getResultContract,
  submitClientLogsContract,
];
