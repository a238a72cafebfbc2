/**
 * Whether a bot takes replies to its Listen blocks as `data` of the webhook that they wait for, as Typebot does, or as
 * `text`, which lets the chat go on and fills in no variable. Whoever has the session can reply, and nothing tells a
 * respondent from a program that has heard the webhook.
 */
export const WEBHOOK_REPLIES = ['data', 'text'] as const;

export type WebhookReplies = (typeof WEBHOOK_REPLIES)[number];
