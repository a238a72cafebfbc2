import { type Failure, failureLine } from '#apps/cli/failure.ts';
import { formatCount, oneLine, plainTable } from '#apps/terminal/plain-text.ts';
import { quoteWord } from '#apps/terminal/shell-word.ts';
import type { CredentialReference } from '#lib/bots/flow/credential-references.ts';
import type { SkipReason } from '#lib/results/import/skip-reason.ts';
import type { MovedBot, MoveOutcome } from './moved-bot.ts';
import type { MovedDomain } from './moved-domain.ts';
import type { MovedFolder } from './moved-folder.ts';
import type { MovedPerson } from './moved-person.ts';

/** Report of a move, as `--json` and `--report` print it. */
export type MoveReport = {
  source: string;
  service: string;
  isDryRun: boolean;
  counts: Record<MoveOutcome, number>;
  results: { imported: number; updated: number; unchanged: number; skipped: number; refused: number };
  files: { brought: number; bytes: number; failed: number };
  /** Why not all files were brought. */
  filesStoppedBy?: string;
  stoppedBy?: Failure;
  bots: MovedBot[];
  domains: MovedDomain[];
  folders: MovedFolder[];
  people: MovedPerson[];
};

const OUTCOMES = {
  created: 'created',
  updated: 'updated',
  unchanged: 'unchanged',
  movable: 'to be moved',
  editedHere: 'changed here',
  archivedHere: 'archived here',
  notPublished: 'not published',
  unfinished: 'not finished',
  failed: 'failed',
} satisfies Record<MoveOutcome, string>;

export function moveReport(
  moved: Pick<MoveReport, 'bots' | 'domains' | 'folders' | 'people' | 'filesStoppedBy' | 'stoppedBy'>,
  of: { source: string; service: string; isDryRun: boolean },
): MoveReport {
  const { bots, domains, folders, people, filesStoppedBy, stoppedBy } = moved;
  const counts = Object.fromEntries(
    Object.keys(OUTCOMES).map((outcome) => [outcome, bots.filter((bot) => bot.outcome === outcome).length]),
  ) as Record<MoveOutcome, number>;
  const results = { imported: 0, updated: 0, unchanged: 0, skipped: 0, refused: 0 };
  for (const { results: moved } of bots) {
    if (!moved) continue;
    results.imported += moved.imported;
    results.updated += moved.updated;
    results.unchanged += moved.unchanged;
    results.skipped += Object.values(moved.skipped).reduce((sum, count) => sum + count, 0);
    results.refused += moved.refused.length;
  }
  const files = { brought: 0, bytes: 0, failed: 0 };
  for (const { files: moved } of bots) {
    files.brought += moved?.brought ?? 0;
    files.bytes += moved?.bytes ?? 0;
    files.failed += moved?.failed.length ?? 0;
  }
  return {
    ...of,
    counts,
    results,
    files,
    ...(filesStoppedBy !== undefined && { filesStoppedBy }),
    ...(stoppedBy && { stoppedBy }),
    bots,
    domains,
    folders,
    people,
  };
}

/** Whether the move is complete, ignoring bots that were edited, archived or erased in this service. */
export function isMoveComplete({ counts, bots, stoppedBy }: MoveReport): boolean {
  const areResultsMoved = bots.every(
    ({ results }) =>
      !results || results.refused.length + results.skipped.otherBot + results.skipped.incomplete === 0,
  );
  return counts.failed === 0 && counts.unfinished === 0 && areResultsMoved && stoppedBy === undefined;
}

/** Formats the report: a line for each bot, the totals, and what is left to do by hand. */
export function moveReportText(report: MoveReport): string {
  const { bots, isDryRun, source, service, filesStoppedBy, stoppedBy } = report;
  const others = [
    ...listDomains(report.domains),
    ...listFolders(report.folders),
    ...listInvitations(report.people),
  ];
  if (bots.length === 0) {
    return [`There are no bots to move from ${oneLine(source)}.`, ...others].join('\n');
  }
  return [
    plainTable(['BOT', 'ID THERE', 'ID HERE', 'OUTCOME', 'RESULTS'], bots.map(rowOf)),
    '',
    `${isDryRun ? 'Would bring' : 'Brought'} from ${oneLine(source)} to ${oneLine(service)}: ${totals(report)}.`,
    ...listLeftToDo(bots),
    ...(filesStoppedBy === undefined
      ? []
      : ['', oneLine(`Some files were not moved, and keep their old addresses: ${filesStoppedBy}`)]),
    ...others,
    ...(stoppedBy ? ['', `Stopped: ${failureLine(stoppedBy)}. Run the same command again to continue.`] : []),
  ].join('\n');
}

function rowOf({ name, sourceId, botId = '-', outcome, results, readableResults }: MovedBot): string[] {
  const moved = results ? results.imported + results.updated + results.unchanged : readableResults;
  return [name, sourceId, botId, OUTCOMES[outcome], moved === undefined ? '-' : moved.toLocaleString('en')];
}

function totals({ bots, counts, results, files, isDryRun }: MoveReport): string {
  const outcomes = Object.entries(OUTCOMES)
    .filter(([outcome]) => counts[outcome as MoveOutcome] > 0)
    .map(([outcome, text]) => `${counts[outcome as MoveOutcome].toLocaleString('en')} ${text}`);
  const readable = bots.reduce((sum, bot) => sum + (bot.readableResults ?? 0), 0);
  const resultTexts = [
    isDryRun && readable > 0 && `about ${readable.toLocaleString('en')} to be read`,
    results.imported > 0 && `${results.imported.toLocaleString('en')} new`,
    results.updated > 0 && `${results.updated.toLocaleString('en')} with something new`,
    results.unchanged > 0 && `${results.unchanged.toLocaleString('en')} unchanged`,
    results.skipped > 0 && `${results.skipped.toLocaleString('en')} skipped`,
    results.refused > 0 && `${results.refused.toLocaleString('en')} refused`,
  ].filter((part) => part !== false);
  return [
    `${formatCount(bots.length, 'bot')} (${outcomes.join(', ')})`,
    ...(resultTexts.length > 0 ? [`results: ${resultTexts.join(', ')}`] : []),
    ...(files.brought + files.failed > 0
      ? [
          `files: ${files.brought.toLocaleString('en')} with ${files.bytes.toLocaleString('en')} bytes` +
            (files.failed > 0 ? `, ${files.failed.toLocaleString('en')} failed` : ''),
        ]
      : []),
  ].join('; ');
}

/** Results that are named one by one for each bot. The report has them all. */
const SHOWN_RESULTS = 3;

function listLeftToDo(bots: MovedBot[]): string[] {
  const lines = bots.flatMap((bot) => tasksOf(bot).map((task) => `  ${oneLine(`${bot.name}: ${task}`)}`));
  const credentials = credentialLines(bots);
  return [
    ...(lines.length > 0 ? ['', 'Left to do or to look at:', ...lines] : []),
    ...(credentials.length > 0
      ? ['', 'Credentials to store under these ids, as docs/credentials.md says:', ...credentials]
      : []),
  ];
}

function tasksOf(bot: MovedBot): string[] {
  const { outcome, botId, notKept = [], unknownLinks = [], results, error, issues = [], warnings = [] } = bot;
  const { forgeableBlocks = [], files, oldAddresses = [] } = bot;
  const refused = results?.refused ?? [];
  return [
    ...(error ? [failureLine(error)] : []),
    ...(outcome === 'editedHere' ? ['was changed here after the last move: --overwrite replaces it'] : []),
    ...(outcome === 'archivedHere'
      ? [`is archived here: POST /v1/bots/${botId}/restore brings it back`]
      : []),
    ...notKept.map(({ field, value, reason }) => `${field} ${value} was not kept: ${reason}`),
    ...unknownLinks.map((id) => `links to the bot ${id} of the source, which is not here`),
    ...(bot.isOnlyArchivedThere ? ['was deleted in the source, but is not archived here'] : []),
    ...(forgeableBlocks.length > 0
      ? [
          `whoever chats can forge the data of ${formatCount(forgeableBlocks.length, 'Listen block')} (${forgeableBlocks.join(', ')}); ` +
            `if no client of yours sends it: bots webhook-replies set ${quoteWord(botId ?? '')} text`,
        ]
      : []),
    ...(bot.isOnlyPublishedHere
      ? [`is not published in the source: bots unpublish ${quoteWord(botId ?? '')}`]
      : []),
    ...issues
      .filter(({ severity }) => severity === 'error')
      .map(({ path, message }) => `error in the flow: ${path}: ${message}`),
    ...(unknownLinks.length === 0 ? warnings : [])
      .filter(({ code }) => code === 'UNKNOWN_BOT')
      .map(({ path }) => `links to a bot that is archived here (${path})`),
    ...warnings.filter(({ code }) => code === 'ROUNDED').map(({ path, message }) => `${path}: ${message}`),
    ...(files?.failed ?? []).map(({ address, reason }) => `the file ${address} was not moved: ${reason}`),
    ...oldAddresses.map(
      (address) => `still shows the file ${address} of the source, because the bot was edited here`,
    ),
    ...(results ? skipTexts(results.skipped) : []),
    ...refused.slice(0, SHOWN_RESULTS).map(({ id, reason }) => `result ${id} was refused: ${reason}`),
    ...(refused.length > SHOWN_RESULTS
      ? [`and ${formatCount(refused.length - SHOWN_RESULTS, 'result')} more`]
      : []),
  ];
}

function skipTexts({ otherBot, erased, expired, incomplete }: Record<SkipReason, number>): string[] {
  return [
    ...(otherBot > 0
      ? [`${formatCount(otherBot, 'result')} left out: already stored with another bot of this service`]
      : []),
    ...(erased > 0 ? [`${formatCount(erased, 'result')} left out: deleted here`] : []),
    ...(expired > 0
      ? [`${formatCount(expired, 'result')} left out: older than this service keeps results`]
      : []),
    ...(incomplete > 0
      ? [`${formatCount(incomplete, 'result')} left out: their answers are not complete`]
      : []),
  ];
}

/** Says which host names are here, and what is left to do about the others. */
function listDomains(domains: MovedDomain[]): string[] {
  const lines = domains.map(({ name, outcome, reason }) => {
    if (outcome === 'movable') return `${name}: would be registered`;
    if (outcome === 'unreadable') return `could not be listed: ${reason}`;
    if (outcome === 'registered') return `${name}: registered; its DNS can be changed now`;
    return `${name}: not registered: ${reason}. Bots keep their addresses; run the same command again afterwards`;
  });
  return lines.length === 0 ? [] : ['', 'Custom domains:', ...lines.map((line) => `  ${oneLine(line)}`)];
}

/** Any other text could run: not every shell takes what follows # for a comment. */
const ROLE_TEXTS = new Map([
  ['ADMIN', 'admin'],
  ['MEMBER', 'member'],
  ['GUEST', 'guest'],
]);

/** Names the people of the source, each with the command that invites them here. */
function listInvitations(people: MovedPerson[]): string[] {
  const unread = people.filter(({ reason }) => reason !== undefined);
  const listed = people.filter(({ command }) => command !== undefined);
  const lines = listed.map(({ command, sourceRole, isInvited }) => {
    const inSource = `${ROLE_TEXTS.get(sourceRole ?? '') ?? 'another role'} there${isInvited ? ', invitation not accepted' : ''}`;
    return `${command}   # ${inSource}${sourceRole === 'GUEST' ? ', of single bots' : ''}`;
  });
  return [
    ...(lines.length > 0 ? ['', 'People in the source. Each command prints an invitation link:'] : []),
    ...lines.map((line) => `  ${oneLine(line)}`),
    ...unread.flatMap(({ reason }) => ['', oneLine(`People in the source could not be listed: ${reason}`)]),
  ];
}

/** Counts the folders that are new here, and says what is wrong with others. */
function listFolders(folders: MovedFolder[]): string[] {
  const count = (wanted: MovedFolder['outcome']) =>
    folders.filter(({ outcome }) => outcome === wanted).length;
  const failed = folders.flatMap(({ name, outcome, reason }) => {
    if (outcome === 'unreadable') return [`could not be listed: ${reason}`];
    return outcome === 'refused' ? [`${name}: not created: ${reason}`] : [];
  });
  const lines = [
    ...(count('created') > 0 ? [`${count('created')} created`] : []),
    ...(count('movable') > 0 ? [`${count('movable')} would be created`] : []),
    ...failed,
  ];
  return lines.length === 0 ? [] : ['', 'Folders:', ...lines.map((line) => `  ${oneLine(line)}`)];
}

function credentialLines(bots: MovedBot[]): string[] {
  const named = bots.flatMap(({ name, workspaceId, credentials = [] }) =>
    credentials
      .filter(({ isStored }) => !isStored)
      .map((credential) => ({ name, workspaceId, ...credential })),
  );
  const byId = Map.groupBy(named, ({ workspaceId, credentialsId }) => `${workspaceId}/${credentialsId}`);
  return [...byId].map(([location, uses]) => {
    const doubt = uses.some(({ isStored }) => isStored === undefined)
      ? ' (may be stored: not looked up)'
      : '';
    return `  ${oneLine(`${location}  ${kindOf(uses)}  ${listUses(uses)}${doubt}`)}`;
  });
}

function kindOf(uses: CredentialReference[]): string {
  return [...new Set(uses.map(({ kind, blockLabel }) => kind ?? blockLabel))].join(' or ');
}

function listUses(uses: ({ name: string } & CredentialReference)[]): string {
  return [
    ...new Set(uses.map(({ name, groupTitle, blockLabel }) => `${name} → ${groupTitle} → ${blockLabel}`)),
  ].join(', ');
}
