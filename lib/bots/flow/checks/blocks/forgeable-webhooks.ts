import { WEBHOOK_LISTENER } from '#lib/blocks/logic/webhook-listener.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';

/** Finds the Listen blocks of a bot that takes replies to them as the data of a webhook. */
export function findForgeableWebhooks(document: BotDocument): FlowIssue[] {
  return getBlocks(document).flatMap(({ block, path }): FlowIssue[] =>
    block.type === WEBHOOK_LISTENER.type
      ? [
          {
            severity: 'warning',
            code: 'FORGEABLE_WEBHOOK',
            path,
            message:
              "whoever chats can send data in the webhook's name, such as that an invoice is paid; " +
              'set webhookReplies of the bot to "text", and ask the service for the data with an HTTP block',
          },
        ]
      : [],
  );
}
