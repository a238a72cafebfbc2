import type { BotFlow } from '#lib/bots/document/bot-document.ts';

/** A flow that results refer to, as far as the console shows it. */
export type Flow = Pick<BotFlow, 'version' | 'groups' | 'variables'> & { botId: string };
