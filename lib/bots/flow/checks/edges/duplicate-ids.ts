import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';

/** Finds groups, blocks and variables that share an id: only one of them can ever be found. */
export function duplicateIds(document: BotDocument): FlowIssue[] {
  const lists: { id: unknown; path: string }[][] = [
    document.groups.map(({ id }, index) => ({ id, path: `bot.groups[${index}].id` })),
    getBlocks(document).map(({ block, path }) => ({ id: block.id, path: `${path}.id` })),
    document.variables.map(({ id }, index) => ({ id, path: `bot.variables[${index}].id` })),
  ];
  return lists.flatMap((list) => {
    const seen = new Set<unknown>();
    return list.flatMap(({ id, path }): FlowIssue[] => {
      if (id === undefined || !seen.has(id)) {
        seen.add(id);
        return [];
      }
      return [
        { severity: 'warning', code: 'DUPLICATE_ID', path, message: 'is also the id of another element' },
      ];
    });
  });
}
