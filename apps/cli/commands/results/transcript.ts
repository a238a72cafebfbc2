import { Command } from 'commander';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { coloured } from '#apps/terminal/colour.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';

/** The speaker, padded to one width. */
const SPEAKERS = { bot: 'bot ', user: 'user' } as const;

export function transcriptCommand(): Command {
  const command = withBot(
    new Command('transcript').description('show a result as the conversation that it was'),
  ).argument('<result>', 'id of the result');

  defineBotAction<[string, string], object>(command, async ([botId, resultId], _options, { client }) => {
    const json = await client.getResultTranscript({ params: { botId, resultId } });
    const { transcript, isTruncated } = json;
    return {
      json,
      text:
        transcript.length === 0
          ? 'Nobody has said anything.'
          : transcript
              .map(({ role, text }) => `${coloured('quiet', SPEAKERS[role])}  ${oneLine(text)}`)
              .join('\n'),
      note: isTruncated && 'The end of the conversation did not fit into the response.',
    };
  });
  return command;
}
