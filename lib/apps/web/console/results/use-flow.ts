import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { type Load, useLoad } from '../data/use-load.ts';
import { useSession } from '../session/session.ts';

/** What results refer to: the published flow or, if nothing is published, the draft. As in exports. */
export type Flow = Pick<BotFlow, 'groups' | 'variables'>;

export function useFlow(botId: string): Load<Flow> {
  const { client } = useSession();
  return useLoad(`bot:${botId}:flow`, async (signal) => {
    const params = { botId };
    const { publishedBot } = await client.getPublishedBot({ params, signal });
    const document = publishedBot ?? (await client.getBot({ params, signal })).bot;
    // Contracts say less of blocks and variables than the flow's own types, which are just as loose inside.
    const { groups, variables } = document as Flow;
    return { groups, variables };
  });
}
