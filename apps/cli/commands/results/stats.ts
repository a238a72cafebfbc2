import { Command, Option } from 'commander';
import { defineBotAction, withBot } from '#apps/cli/service/bot-action.ts';
import { formatFacts, plainTable } from '#apps/terminal/plain-text.ts';
import { TIME_FILTERS } from '#lib/results/time-window.ts';

type Options = { timeFilter?: (typeof TIME_FILTERS)[number]; timeZone?: string };

export function statsCommand(): Command {
  const command = withBot(
    new Command('stats').description('show how often a bot was opened, started and completed'),
  )
    .addOption(new Option('--time-filter <period>', 'period; default: allTime').choices(TIME_FILTERS))
    .option('--time-zone <zone>', 'time zone of the days: Europe/Berlin; default: UTC');

  defineBotAction<[string], Options>(command, async ([botId], query, { client }) => {
    const { timeFilter, timeZone } = query;
    const { stats } = await client.getStats({ params: { botId }, query: { timeFilter, timeZone } });
    const { totalViews, totalStarts, totalCompleted, completionRate, byDay } = stats;
    const totals = formatFacts([
      ['Opened', count(totalViews)],
      ['Started', count(totalStarts)],
      ['Completed', `${count(totalCompleted)} (${percent(completionRate)} of those started)`],
    ]);
    const days = plainTable(
      ['DAY', 'OPENED', 'STARTED', 'COMPLETED'],
      byDay.map(({ day, views, starts, completed }) => [day, count(views), count(starts), count(completed)]),
    );
    return { json: { stats }, text: byDay.length === 0 ? totals : `${totals}\n\n${days}` };
  });
  return command;
}

function count(value: number): string {
  return value.toLocaleString('en');
}

function percent(rate: number): string {
  return rate.toLocaleString('en', { style: 'percent', maximumFractionDigits: 1 });
}
