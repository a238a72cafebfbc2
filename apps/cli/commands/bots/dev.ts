import { realpath } from 'node:fs/promises';
import { Command, Option } from 'commander';
import { createDraftWriter } from '#apps/cli/dev/draft-writer.ts';
import { openInBrowser } from '#apps/cli/dev/open-in-browser.ts';
import { type DraftKey, findRememberedDraft, rememberDraft } from '#apps/cli/dev/remembered-drafts.ts';
import { type SavedFile, saveFile } from '#apps/cli/dev/save-file.ts';
import { formatSaveReport } from '#apps/cli/dev/save-report.ts';
import { watchFile } from '#apps/cli/dev/watch-file.ts';
import { toFailure } from '#apps/cli/failure.ts';
import { isError } from '#apps/cli/flow-issue-lines.ts';
import { readDocumentText } from '#apps/cli/import/document-files.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import { findSiteUrl } from '#apps/cli/service/find-site-url.ts';
import { BOT_WORDS, withNamedBot } from '#apps/cli/service/named-bot.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { ApiError } from '#apps/client/api-error.ts';
import { onStopSignal } from '#apps/local/stop-signals.ts';
import { printData, printNote, printText } from '#apps/terminal/output.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import { quoteWord } from '#apps/terminal/shell-word.ts';

type Options = { workspace?: string; bot?: string; new?: true; once?: true; open: boolean; json?: true };

/** Without `botId`, the first save makes a new bot. */
type Target = { key: DraftKey; botId: string | undefined };

export function createDevCommand(): Command {
  const command = withWorkspace(
    new Command('dev')
      .description("save a file as a bot's draft whenever it changes, with a live preview")
      .argument('<file>', 'JSON file, or YAML if named .yaml or .yml'),
  )
    .addOption(new Option('--bot <bot>', `the bot whose draft it becomes: ${BOT_WORDS}`).conflicts('new'))
    .option('--new', 'make a new bot, even if an earlier run made one')
    .option('--once', 'save once and exit; exit code 1 if the flow has errors')
    .option('--no-open', 'only print the address of the page')
    .addHelpText(
      'after',
      `
The first run makes a new bot, unpublished, and later runs of the same file go on with it. A draft that was
changed elsewhere meanwhile is kept as a release. The file itself is never written. Ctrl-C ends it.`,
    );

  defineAction<[string], Options>(command, async ([file], options, service) => {
    const save = createSave(file, await findTarget(file, options, service), service);
    if (!options.once) return await follow(file, save, options, service);
    const saved = await save(await readDocumentText(file));
    const isBad = 'error' in saved || saved.issues.some(isError);
    return { json: saved, text: formatSaveReport(file, saved), isBad };
  });
  return command;
}

/** Returns the bot that is named, or that an earlier run has made of the file. */
async function findTarget(
  file: string,
  { workspace, bot: named, new: isNew }: Options,
  service: Service,
): Promise<Target> {
  const { client, baseUrl } = service;
  const absoluteFile = await realpath(file).catch(() => {
    throw new Error(`There is no file ${file}`);
  });
  if (named !== undefined) {
    const { bot } = await withNamedBot(service, named, (botId) => client.getBot({ params: { botId } }));
    return { key: { baseUrl, workspaceId: bot.workspaceId, file: absoluteFile }, botId: bot.id };
  }
  const key = { baseUrl, workspaceId: await toWorkspace(service, workspace), file: absoluteFile };
  return { key, botId: isNew ? undefined : await findEarlierDraft(key, service) };
}

/** Returns the id of the draft of an earlier run, if it can still be changed. */
async function findEarlierDraft(key: DraftKey, { client }: Service): Promise<string | undefined> {
  const botId = await findRememberedDraft(key);
  if (botId === undefined) return undefined;
  const found = await client.getBot({ params: { botId } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  });
  if (found && !found.bot.isArchived) return botId;
  printNote(
    oneLine(`The draft of an earlier run, ${botId}, is ${found ? 'archived' : 'gone'}: making a new one.`),
  );
  return undefined;
}

/** Saves a text of the file. */
type Save = (text: string) => Promise<SavedFile>;

function createSave(file: string, { key, botId }: Target, { client }: Service): Save {
  const { workspaceId } = key;
  const write = createDraftWriter(client, { workspaceId, botId });
  let isRemembered = false;
  return async (text) => {
    const saved = await saveFile(file, text, { client, workspaceId, write });
    if ('botId' in saved && !isRemembered) {
      await rememberDraft(key, saved.botId);
      isRemembered = true;
    }
    return saved;
  };
}

/** Saves the file whenever it changes, until a signal ends this process. */
async function follow(file: string, save: Save, options: Options, { baseUrl }: Service): Promise<never> {
  let saving: Promise<SavedFile> | undefined;
  let draftId: string | undefined;
  onStopSignal(async () => {
    // A draft that is being made is remembered, or nobody would find it again.
    await saving?.catch(() => undefined);
    if (!options.json && draftId !== undefined) printNote(describeNextStep(draftId));
  });

  const watched = watchFile(file);
  for (let isFirst = true; ; isFirst = false) {
    const { value: state } = await watched.next();
    saving = 'text' in state ? save(state.text) : Promise.reject(state.error);
    const saved = await saving.catch((error: unknown): SavedFile => {
      // Another save does not fix a wrong token or address.
      if (isFirst) throw error;
      return { error: toFailure(error) };
    });
    await print(file, saved, options);
    if ('botId' in saved && draftId === undefined) {
      draftId = saved.botId;
      await showPage(draftId, baseUrl, options);
    }
    if (isFirst && !options.json) printNote(`Watching ${file}. Ctrl-C stops.`);
  }
}

async function print(file: string, saved: SavedFile, { json }: Options): Promise<void> {
  if (json) await printData(`${JSON.stringify(saved)}\n`);
  else printText(`${formatSaveReport(file, saved)}\n`);
}

/** Prints where to try the draft and, on a terminal, opens that page. */
async function showPage(botId: string, baseUrl: string, { open, json }: Options): Promise<void> {
  if (json) return;
  // The console's site has the page. An address of the API alone has none.
  if ((await findSiteUrl(baseUrl)) === undefined) {
    printNote(oneLine(`Try it: npx bots chat ${quoteWord(botId)} --preview`));
    return;
  }
  const url = new URL(`/_preview/${encodeURIComponent(botId)}#live`, baseUrl).href;
  printNote(`Try it: ${url}`);
  if (!open || !process.stdout.isTTY) return;
  if (!(await openInBrowser(url))) printNote('Could not open a browser: open the address yourself.');
}

function describeNextStep(botId: string): string {
  return oneLine(`Stopped. The draft stays. Next: npx bots publish ${quoteWord(botId)}`);
}
