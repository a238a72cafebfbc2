import { type Command, Option } from 'commander';
import { TIME_FILTERS } from '#lib/results/time-window.ts';

/** Options that choose results by when they began, and by whether they are complete. */
export type ResultFilterOptions = {
  from?: string;
  to?: string;
  timeFilter?: (typeof TIME_FILTERS)[number];
  timeZone?: string;
  completed?: 'true' | 'false';
};

export function withResultFilter(command: Command): Command {
  return command
    .option('--from <time>', 'start of the period (inclusive): 2026-11-01T00:00:00Z')
    .option('--to <time>', 'end of the period (exclusive)')
    .addOption(
      new Option('--time-filter <period>', 'period, instead of --from and --to').choices(TIME_FILTERS),
    )
    .option('--time-zone <zone>', 'time zone of --time-filter: Europe/Berlin')
    .addOption(
      new Option('--completed <boolean>', 'only completed results, or only incomplete ones').choices([
        'true',
        'false',
      ]),
    );
}

/** Query of the endpoints that list or export results. */
export function toResultQuery({ from, to, timeFilter, timeZone, completed }: ResultFilterOptions) {
  return { from, to, timeFilter, timeZone, isCompleted: completed };
}
