import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getEntries, reachableGroupIds } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';

/** Finds groups that no conversation can reach. */
export function unreachableGroups(document: BotDocument, botId: string | undefined): FlowIssue[] {
  // Without a connected start, every group is unreachable. Another issue already reports that.
  if (!getEntries(document).isConnected) return [];
  const reachable = reachableGroupIds(document, botId);
  if (!reachable) return [];
  return document.groups.flatMap((group, index) =>
    reachable.has(group.id)
      ? []
      : [
          {
            severity: 'warning',
            code: 'UNREACHABLE_GROUP',
            path: `bot.groups[${index}]`,
            message: 'no conversation can reach this group',
          },
        ],
  );
}

export function emptyGroups({ groups }: BotDocument): FlowIssue[] {
  return groups.flatMap((group, index) =>
    group.blocks.length > 0
      ? []
      : [
          {
            severity: 'warning',
            code: 'EMPTY_GROUP',
            path: `bot.groups[${index}].blocks`,
            message: 'has no blocks: a conversation that gets here ends',
          },
        ],
  );
}
