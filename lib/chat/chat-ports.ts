import { createId } from '@paralleldrive/cuid2';
import { readCredentials } from '#lib/chat-adapters/credentials.ts';
import { httpPort } from '#lib/chat-adapters/http-port.ts';
import { mailPort } from '#lib/chat-adapters/mail-port.ts';
import { limitedHttp } from '#lib/chat-adapters/request-limit.ts';
import { filePort } from '#lib/chat-adapters/s3-file-port.ts';
import type { ChatFlow } from '#lib/engine/model/chat-flow.ts';
import type { ChatPorts, Sandbox } from '#lib/engine/model/ports.ts';
// Itself it loads the machine when it is first asked for one.
import { createSandbox } from '#lib/engine/sandbox/sandbox.ts';
import { dailyQuota } from '#lib/quotas/daily-quota.ts';
import { leasedHttp } from '#lib/quotas/leased-requests.ts';
import { takeQuota } from '#lib/quotas/quota-store.ts';

/** What the engine asks of the world, when it runs in a function. */
export function chatPorts({
  workspaceId,
  deadlineMs,
  linkedBot,
}: {
  workspaceId: string;
  /** When the turn must have been answered, by the clock. */
  deadlineMs: number;
  linkedBot: (botId: string) => Promise<ChatFlow | undefined>;
}): ChatPorts {
  const remainingMs = () => deadlineMs - Date.now();
  const http = limitedHttp(leasedHttp(httpPort(), workspaceId, () => new Date()));
  let sandbox: Promise<Sandbox> | undefined;
  const linkedBots = new Map<string, Promise<ChatFlow | undefined>>();
  const files = filePort();
  return {
    now: () => new Date(),
    random: Math.random,
    createId,
    remainingMs,
    sandbox: () => {
      sandbox ??= createSandbox({ remainingMs, http });
      return sandbox;
    },
    http,
    credentials: (credentialsId) => readCredentials(workspaceId, credentialsId),
    linkedBot: (botId) => {
      // Read once a turn: a flow may link to the same bot again and again.
      const bot = linkedBots.get(botId) ?? linkedBot(botId);
      linkedBots.set(botId, bot);
      return bot;
    },
    mail: mailPort(http),
    takeMails: async (amount) => {
      const limit = dailyQuota('MAILS');
      return limit === undefined || !(await takeQuota(workspaceId, 'MAILS', { amount, limit }));
    },
    ...(files && { files }),
  };
}
