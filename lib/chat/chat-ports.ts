import { readCredentials } from '#lib/chat/adapters/credentials.ts';
import { httpPort } from '#lib/chat/adapters/http-port.ts';
import { leaseHttp } from '#lib/chat/adapters/leased-http.ts';
import { mailPort } from '#lib/chat/adapters/mail-port.ts';
import { recordHttp } from '#lib/chat/adapters/recorded-http.ts';
import { limitHttp } from '#lib/chat/adapters/request-limit.ts';
import { filePort } from '#lib/chat/adapters/s3-file-port.ts';
import type { TestedRequest } from '#lib/chat/adapters/tested-request.ts';
import type { ChatPorts, Sandbox } from '#lib/engine/model/ports.ts';
import type { TurnTrace } from '#lib/engine/model/turn-trace.ts';
// Cheap to import: QuickJS is loaded lazily, when a sandbox is first created.
import { createSandbox } from '#lib/engine/sandbox/sandbox.ts';
import { dailyQuota } from '#lib/platform/quotas/daily-quota.ts';
import { takeQuota } from '#lib/platform/quotas/quota-store.ts';
import { createId } from '#lib/platform/store/create-id.ts';

/** Creates the engine's ports to the outside world for one turn in a Lambda function. */
export function chatPorts({
  workspaceId,
  deadlineMs,
  linkedBot,
  trace,
  tested,
}: {
  workspaceId: string;
  /** Deadline for sending the response, in epoch milliseconds. */
  deadlineMs: number;
  linkedBot: ChatPorts['linkedBot'];
  /** Previews only. */
  trace?: TurnTrace | undefined;
  /** Only for testing the request of a block. */
  tested?: TestedRequest | undefined;
}): ChatPorts {
  const remainingMs = () => deadlineMs - Date.now();
  const limitedHttp = limitHttp(leaseHttp(recordHttp(httpPort()), workspaceId, () => new Date()));
  const testedHttp = tested?.watchHttp(limitedHttp) ?? limitedHttp;
  const http = trace?.watchHttp(testedHttp) ?? testedHttp;
  let sandbox: Promise<Sandbox> | undefined;
  const linkedBots = new Map<string, ReturnType<ChatPorts['linkedBot']>>();
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
      // Cached for the turn, because a flow can link to the same bot many times.
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
    ...(trace && { trace }),
  };
}
