import { randomUUID } from 'node:crypto';
import { select, text } from '@clack/prompts';
import { Command } from 'commander';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { BOT_TEMPLATES, type BotTemplate } from '#apps/templates/bot-templates.ts';
import { formatFacts, oneLine } from '#apps/terminal/plain-text.ts';
import { quoteWord } from '#apps/terminal/shell-word.ts';

const EMPTY = 'empty';

type Options = { name?: string; workspace?: string; folder?: string };

export function createNewCommand(): Command {
  const command = withWorkspace(
    new Command('new')
      .description('create a bot, empty or from a template')
      .argument('[template]', 'template from the list below, or empty'),
  )
    .option('--name <name>', 'name of the bot; default: that of the template')
    .option('--folder <id>', 'put the bot into this folder')
    .addHelpText(
      'after',
      `
Templates:
${formatFacts(BOT_TEMPLATES.map(({ id, summary }) => [`  ${id}`, summary]))}

On a terminal, it asks for anything not given.`,
    );

  defineAction<[string?], Options>(command, async ([named], { folder, ...options }, service) => {
    if (options.name?.trim() === '') throw new Error('The name is empty');
    const template = findTemplate(named ?? (await askForTemplate()));
    const workspaceId = await toWorkspace(service, options.workspace);
    // A script may have named the template, so ask nothing.
    const name = options.name ?? (named === undefined ? await askForName(template) : template?.name);
    const json = await service.client.createBot({
      headers: { 'idempotency-key': randomUUID() },
      body: {
        workspaceId,
        bot: {
          ...(await template?.load()),
          ...(name !== undefined && { name }),
          ...(folder !== undefined && { folderId: folder }),
        },
      },
    });
    const { bot } = json;
    return {
      json,
      text: oneLine(`Created ${bot.name} (${bot.id}), unpublished.`),
      note: describeFirstSteps(bot.id, template),
    };
  });
  return command;
}

/** Returns undefined for an empty bot. */
function findTemplate(id: string): BotTemplate | undefined {
  const template = BOT_TEMPLATES.find((one) => one.id === id);
  if (!template && id !== EMPTY) throw new Error(`There is no template ${id}; choose one of ${listIds()}`);
  return template;
}

function listIds(): string {
  return [EMPTY, ...BOT_TEMPLATES.map(({ id }) => id)].join(', ');
}

async function askForTemplate(): Promise<string> {
  if (!isInteractive()) throw new Error(`Name a template: ${listIds()}`);
  return requireAnswer(
    await select({
      message: 'Begin with',
      output: process.stderr,
      options: [
        { value: EMPTY, label: 'An empty bot' },
        ...BOT_TEMPLATES.map(({ id, name, summary }) => ({ value: id, label: name, hint: summary })),
      ],
    }),
  );
}

async function askForName(template: BotTemplate | undefined): Promise<string> {
  return requireAnswer(
    await text({
      message: 'Name',
      output: process.stderr,
      ...(template && { initialValue: template.name }),
      validate: (value) => (value?.trim() ? undefined : 'Enter a name'),
    }),
  );
}

function isInteractive(): boolean {
  return process.stdin.isTTY && process.stderr.isTTY;
}

function requireAnswer(answer: string | symbol): string {
  if (typeof answer === 'symbol') throw new Error('Cancelled: nothing was created');
  return answer.trim();
}

function describeFirstSteps(botId: string, template: BotTemplate | undefined): string {
  const id = quoteWord(botId);
  if (!template) return `Next: npx bots edit ${id} --apply <file>, or open it in the console`;
  return `${template.firstSteps}\nNext: npx bots chat ${id} --preview`;
}
