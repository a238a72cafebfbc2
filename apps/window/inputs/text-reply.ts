import type { GivenReply } from '#apps/window/api/chat-types.ts';

export function textReply(text: string, label = text): GivenReply {
  return { message: { type: 'text', text }, label };
}
