import { Command } from 'commander';
import { replaceFile } from '#apps/cli/replace-file.ts';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { toAbsolutePath } from '#apps/terminal/absolute-path.ts';

type Options = { output: string; release?: string };

export function graphCommand(): Command {
  const command = withBot(new Command('graph').description('draw the flow of a bot as SVG'))
    .requiredOption('-o, --output <file>', 'file to write: flow.svg', toAbsolutePath)
    .option('--release <number>', 'draw this release instead of the draft');

  defineBotAction<[string], Options>(command, async ([botId], { output, release }, { client }) => {
    const svg = await client.getBotGraph({ params: { botId }, query: { release } });
    await replaceFile(output, (write) => write(svg));
    return { json: { botId, file: output }, text: `Wrote ${output}` };
  });
  return command;
}
