import { randomUUID } from 'node:crypto';
import { Command } from 'commander';
import { flowIssueLines, isError } from '#apps/cli/flow-issue-lines.ts';
import { toPublishError } from '#apps/cli/invalid-flow-error.ts';
import { publicAddresses } from '#apps/cli/public-addresses.ts';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { coloured } from '#apps/terminal/colour.ts';
import { formatFacts, oneLine } from '#apps/terminal/plain-text.ts';

type Options = { dryRun?: true; force?: true };

export function publishCommand(): Command {
  const command = withBot(new Command('publish').description("publish a bot's draft as a release"))
    .option('--dry-run', 'only report what would be published; exit code 1 if the flow has errors')
    .option('--force', 'publish a flow even if it has errors');

  defineBotAction<[string], Options>(command, async ([botId], { dryRun, force }, service) => {
    const { client } = service;
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
    if (dryRun) {
      return {
        json: published,
        text: `${flowIssueLines(issues)}\nWould be published as ${what}`,
        isBad: issues.some(isError),
      };
    }
    const addresses = publicAddresses(service, publicId);
    return {
      json: { ...published, ...addresses },
      text: [
        coloured('good', `Published as ${what}`),
        ...(addresses
          ? [
              formatFacts([
                ['Page', addresses.pageUrl],
                ['API', addresses.startChatUrl],
              ]),
            ]
          : []),
      ].join('\n'),
    };
  });
  return command;
}
