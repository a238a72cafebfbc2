import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { flowIssueLines, isError } from '#lib/apps/cli/flow-issue-lines.ts';
import { defineAction } from '#lib/apps/cli/service-action.ts';
import { oneLine } from '#lib/apps/terminal/plain-text.ts';

export function publishCommand(): Command {
  const command = new Command('publish')
    .description("publish a bot's draft as a release")
    .argument('<bot>', 'id of the bot')
    .option(
      '--dry-run',
      'publish nothing; report what would be published; exit code 1 if the flow has an error',
    );

  defineAction<[string], { dryRun?: true }>(command, async ([botId], { dryRun }, { client }) => {
    const published = await client.publishBot({
      params: { botId },
      ...(dryRun ? { query: { dryRun: 'true' as const } } : { headers: { 'idempotency-key': randomUUID() } }),
    });
    const { release, publicId, issues = [] } = published;
    // A bot without a public id gets a new one when it is published, not the one in this response.
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
