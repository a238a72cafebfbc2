import type { BotFlow } from '#lib/bots/document/bot-document.ts';

/** What the console needs to know of a flow that results refer to. */
export type Flow = Pick<BotFlow, 'version' | 'groups' | 'variables'> & { botId: string };
