import type { Client } from '#apps/client/client.ts';

/** A bot as the list shows it. */
export type ListedBot = Awaited<ReturnType<Client['listBots']>>['bots'][number];
