import type { SourceBot } from '#apps/cli/moving/source/source.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { type PlanOptions, planBot } from './bot-plan.ts';
import { toMovedDocument } from './moved-document.ts';
import { dropSettingWarnings } from './setting-warnings.ts';
import type { TargetBot, TargetWorkspace } from './target-bots.ts';

/** Expected outcome of moving a bot. */
export type Rehearsal = {
  outcome: 'movable' | 'unchanged' | 'editedHere' | 'archivedHere' | 'notPublished';
  warnings?: Warning[];
  issues?: FlowIssue[];
};

/** Says what `createTargetBot` and `finishBot` would do, with the warnings of an import, and writes nothing. */
export async function rehearseBot(
  targetBot: TargetBot | undefined,
  bot: SourceBot,
  { client, workspaceId, newIds }: TargetWorkspace,
  options: PlanOptions,
): Promise<Rehearsal> {
  if (options.part === 'publication' && bot.published === null) return { outcome: 'notPublished' };
  if (targetBot) {
    const { outcome } = planBot(targetBot, bot, newIds, options);
    return { outcome: outcome === 'updated' ? 'movable' : outcome };
  }
  const { publication, draft } = toMovedDocument(bot, newIds);
  const { warnings, issues } = await client.importBot({
    body: {
      workspaceId,
      bot: publication ?? draft,
      keepPublicId: true,
      webhookReplies: 'data',
      dryRun: true,
    },
  });
  return { outcome: 'movable', warnings: dropSettingWarnings(warnings ?? []), ...(issues && { issues }) };
}
