import { failureLine } from '#apps/cli/failure.ts';
import { formatIssue } from '#apps/cli/format-issue.ts';
import { coloured } from '#apps/terminal/colour.ts';
import { formatCount, oneLine } from '#apps/terminal/plain-text.ts';
import { quoteWord } from '#apps/terminal/shell-word.ts';
import type { BulkImport, FileOutcome } from './bulk-import.ts';
import type { LinkOutcome } from './imported-links.ts';

/** Outcome of an import, as `--json` and `--report` print it. */
export type ImportReport = {
  service: string;
  workspaceId: string;
  counts: Record<FileOutcome['outcome'], number>;
  /** Links between the bots: how many were rewritten, and how many lead nowhere. */
  links: { rewritten: number; nowhere: number };
  stoppedBy?: BulkImport['stoppedBy'];
  files: FileOutcome[];
};

export function importReport(
  { outcomes, stoppedBy }: BulkImport,
  of: { service: string; workspaceId: string },
): ImportReport {
  const count = (outcome: FileOutcome['outcome']) =>
    outcomes.filter((file) => file.outcome === outcome).length;
  const links = outcomes.flatMap((file) => ('links' in file && file.links ? [file.links] : []));
  return {
    ...of,
    counts: {
      imported: count('imported'),
      known: count('known'),
      importable: count('importable'),
      duplicate: count('duplicate'),
      refused: count('refused'),
      notTried: count('notTried'),
    },
    links: {
      rewritten: links.reduce((total, { rewritten }) => total + rewritten, 0),
      nowhere: links.reduce((total, { nowhere }) => total + nowhere.length, 0),
    },
    ...(stoppedBy && { stoppedBy }),
    files: outcomes,
  };
}

/** Whether every file was imported with its links or, in a dry run, could be. */
export function isImportComplete({ counts, stoppedBy, files }: ImportReport): boolean {
  const isLinked = files.every((file) => !('links' in file) || file.links?.error === undefined);
  return counts.refused === 0 && counts.notTried === 0 && stoppedBy === undefined && isLinked;
}

/** Command that comes next, if everything has been imported. */
export function describeNextStep(report: ImportReport): string | undefined {
  const { files } = report;
  if (!isImportComplete(report)) return undefined;
  const [first, ...others] = files.filter(({ outcome }) => outcome === 'imported' || outcome === 'known');
  if (!first || !('botId' in first)) return undefined;
  return `Next: npx bots publish ${others.length === 0 ? quoteWord(first.botId) : '<bot>'}`;
}

/** Maximum number of details per file, so that one file does not bury the others. The report has them all. */
const MAX_LINES_PER_FILE = 3;

/**
 * Formats one line per file, with details below it. Rejected files come last, where they are easiest to see.
 */
export function reportText(report: ImportReport): string {
  const { files, counts, links, service, workspaceId, stoppedBy } = report;
  const isLast = ({ outcome }: FileOutcome) => outcome === 'refused';
  const tried = files.filter(({ outcome }) => outcome !== 'notTried');
  const ordered = [...tried.filter((file) => !isLast(file)), ...tried.filter(isLast)];
  const summary = [
    counts.imported > 0 && `${formatCount(counts.imported, 'file')} imported`,
    counts.known > 0 && `${formatCount(counts.known, 'file')} imported before`,
    counts.importable > 0 && `${formatCount(counts.importable, 'file')} can be imported`,
    counts.duplicate > 0 && `${formatCount(counts.duplicate, 'file')} identical to another`,
    counts.refused > 0 && `${formatCount(counts.refused, 'file')} refused`,
    counts.notTried > 0 && `${formatCount(counts.notTried, 'file')} not tried`,
  ].filter((part) => part !== false);
  return [
    ...ordered.flatMap(linesAbout),
    '',
    ...(links.rewritten + links.nowhere > 0 ? [linksLine(report)] : []),
    `${summary.join(', ')} (workspace ${oneLine(workspaceId)} at ${oneLine(service)})`,
    ...(stoppedBy
      ? [`${coloured('bad', 'Stopped:')} ${failureLine(stoppedBy)}. Run it again to continue.`]
      : []),
  ].join('\n');
}

function linksLine({ links: { rewritten, nowhere }, counts }: ImportReport): string {
  const verb = counts.importable > 0 ? 'can be rewritten' : 'rewritten';
  return [
    ...(rewritten > 0 ? [`${formatCount(rewritten, 'link')} between bots ${verb}`] : []),
    ...(nowhere > 0 ? [`${formatCount(nowhere, 'link leads', 'links lead')} nowhere`] : []),
  ].join(', ');
}

function linesAbout(file: FileOutcome): string[] {
  const name = oneLine(file.file);
  switch (file.outcome) {
    case 'imported':
      return [
        `${coloured('good', 'imported')}  ${oneLine(file.botId)}  ${name}`,
        ...details([...aboutLinks(file), ...file.warnings.map(formatIssue)]),
      ];
    // The first import of the file already printed its warnings.
    case 'known':
      return [
        `${coloured('quiet', 'known')}     ${oneLine(file.botId)}  ${name}`,
        ...details(aboutLinks(file)),
      ];
    case 'importable': {
      const found = [...file.issues.map((issue) => `${issue.severity}: ${formatIssue(issue)}`)];
      return [
        `${coloured('good', 'can be imported')}  ${name}`,
        ...details([...aboutLinks(file), ...file.warnings.map(formatIssue), ...found]),
      ];
    }
    case 'duplicate':
      return [`${coloured('quiet', 'same as')}  ${oneLine(file.of)}  ${name}`];
    case 'refused': {
      const { issues = [] } = file.error;
      return [
        `${coloured('bad', 'refused')}   ${name}`,
        ...(issues.length > 0 ? issues.map(formatIssue) : [failureLine(file.error)]).map(indentLine),
      ];
    }
    case 'notTried':
      return [];
  }
}

function aboutLinks({ links }: { links?: LinkOutcome }): string[] {
  if (!links) return [];
  return [
    ...(links.error ? [`links not rewritten: ${failureLine(links.error)}`] : []),
    ...links.nowhere.map(formatIssue),
  ];
}

function details(lines: string[]): string[] {
  const shown = lines.slice(0, MAX_LINES_PER_FILE);
  const hidden = lines.length - shown.length;
  return [...shown, ...(hidden > 0 ? [`and ${hidden} more`] : [])].map(indentLine);
}

function indentLine(line: string): string {
  return `          ${oneLine(line)}`;
}
