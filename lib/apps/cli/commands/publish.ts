import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { toPublishError } from '#lib/apps/cli/flow-has-errors.ts';
import { flowIssueLines, isError } from '#lib/apps/cli/flow-issue-lines.ts';
import { defineAction } from '#lib/apps/cli/service-action.ts';
import { oneLine } from '#lib/apps/terminal/plain-text.ts';

type Options = { dryRun?: true; force?: true };

export function publishCommand(): Command {
  const command = new Command('publish')
    .description("publish a bot's draft as a release")
    .argument('<bot>', 'id of the bot')
    .option('--dry-run', 'only report what would be published; exit code 1 if the flow has errors')
    .option('--force', 'publish a flow even if it has errors');

  defineAction<[string], Options>(command, async ([botId], { dryRun, force }, { client }) => {
    const published = await client
      .publishBot({
        params: { botId },
        query: dryRun ? { dryRun: 'true' } : force ? {} : { strict: 'true' },
        headers: dryRun ? {} : { 'idempotency-key': randomUUID() },
      })
      .catch((error: unknown) => {
        throw toPublishError(error);
      });
    const { release, publicId, issues = [] } = published;
    // If the bot has no public id yet, the dry run's response only contains an example of one.
    const isNew = dryRun && (await client.getBot({ params: { botId } })).bot.publicId === null;
    const where = isNew ? 'a new public id, such as' : 'the public id';
    const what = `release ${release} under ${where} ${oneLine(publicId)}`;
    return {
      json: published,
      text: dryRun ? `${flowIssueLines(issues)}\nWould be published as ${what}` : `Published as ${what}`,
      isBad: issues.some(isError),
    };
  });
  return command;
}
