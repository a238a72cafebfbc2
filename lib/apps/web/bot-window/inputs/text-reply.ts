import type { GivenReply } from '#lib/apps/web/bot-window/chat-types.ts';

export function textReply(text: string, label = text): GivenReply {
  return { message: { type: 'text', text }, label };
}
