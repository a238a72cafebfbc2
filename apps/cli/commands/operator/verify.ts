import { Command } from 'commander';
import type { Finding } from '#apps/operator/verification/finding.ts';
import type { CommandResult } from '#apps/terminal/command-action.ts';
import { askToConfirm } from '#apps/terminal/confirmation.ts';
import { defineOperatorAction } from './operator-action.ts';

/**
 * Maximum number of findings kept in memory, in case the whole table is damaged. The rest are only counted.
 */
const MAX_FINDINGS = 1_000;

/**
 * Maximum number of findings printed per problem, a screen or two. `--json` prints all that are kept in
 * memory.
 */
const MAX_PRINTED_PER_PROBLEM = 50;

type Outcome = {
  database: string;
  items: number;
  /** Number of findings per problem. */
  counts: Record<string, number>;
  findings: Finding[];
  /** Number of findings counted but not kept in `findings`. */
  omitted: number;
  removed: number;
};

/** `operator verify`: checks the whole table for damage. */
export function verifyCommand(): Command {
  const command = new Command('verify').description('check the whole table for damage');
  command
    .option(
      '--fix',
      'delete what is certainly garbage: parts orphaned for a day, leftovers of erased results',
    )
    .option('--yes', 'do not ask before deleting');
  defineOperatorAction<[], { fix?: true; yes?: true }>(
    command,
    async (_args, { fix, yes }, { description }) => {
      const retentionDays = Number(process.env.DATA_RETENTION_DAYS ?? 0);
      const outcome = await verify(description, retentionDays);
      if (fix) await removeAsked(outcome, retentionDays, yes === true);
      return present(outcome);
    },
  );
  return command;
}

async function verify(database: string, retentionDays: number): Promise<Outcome> {
  const { verifyTable } = await import('#apps/operator/verification/verify-table.ts');
  const outcome: Outcome = { database, items: 0, counts: {}, findings: [], omitted: 0, removed: 0 };
  const onPage = (items: number) => {
    outcome.items += items;
  };
  for await (const finding of verifyTable({ retentionDays, onPage })) {
    outcome.counts[finding.problem] = (outcome.counts[finding.problem] ?? 0) + 1;
    if (outcome.findings.length < MAX_FINDINGS) outcome.findings.push(finding);
    else outcome.omitted += 1;
  }
  return outcome;
}

async function removeAsked(outcome: Outcome, retentionDays: number, isSure: boolean): Promise<void> {
  const items = outcome.findings.flatMap(({ garbage = [] }) => garbage);
  if (items.length === 0) return;
  if (
    !isSure &&
    !(await askToConfirm(`Delete ${items.length} items from the ${outcome.database}?`, 'delete the garbage'))
  )
    return;
  const { removeGarbage } = await import('#apps/operator/verification/remove-garbage.ts');
  const removed = await removeGarbage(outcome.findings, { retentionDays });
  const settled = new Set(removed.map(getIdentity));
  outcome.removed = removed.flatMap(({ garbage = [] }) => garbage).length;
  outcome.findings = outcome.findings.filter((finding) => !settled.has(getIdentity(finding)));
}

function getIdentity({ problem, item }: Finding): string {
  return `${problem} ${item.pk} ${item.sk}`;
}

function present(outcome: Outcome): CommandResult {
  const { database, items, findings, omitted, removed } = outcome;
  const left = findings.length + omitted;
  const lines = [
    ...findProblems(findings).map((problem) => formatParagraph(problem, outcome)),
    ...(omitted > 0
      ? [`${omitted} more findings are not shown. Fix these, then run the command again.`]
      : []),
    ...(removed > 0 ? [`Deleted ${removed} items.`] : []),
    left === 0
      ? `Nothing is wrong with the ${items} items of the ${database}.`
      : `${left} findings among the ${items} items of the ${database}.`,
  ];
  return { json: outcome, text: lines.join('\n\n'), isBad: left > 0 };
}

function findProblems(findings: Finding[]): Finding[][] {
  return [...Map.groupBy(findings, ({ problem }) => problem).values()];
}

function formatParagraph(findings: Finding[], { counts }: Outcome): string {
  const [{ problem, isHarmless, advice } = { problem: '', isHarmless: false, advice: '' }] = findings;
  const shown = findings.slice(0, MAX_PRINTED_PER_PROBLEM);
  const more = findings.length - shown.length;
  return [
    `${problem} (${counts[problem]}${isHarmless ? ', harmless' : ''}): ${advice}`,
    ...shown.map(({ item, detail }) => `  ${item.pk}  ${item.sk}  ${detail}`),
    ...(more > 0 ? [`  … and ${more} more: see --json`] : []),
  ].join('\n');
}
