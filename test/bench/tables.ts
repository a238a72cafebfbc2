import type { ColdStart } from './cold-start.ts';
import type { GrowthFigures, TurnFigures } from './growth.ts';
import type { Load } from './load.ts';
import type { OperationFigures } from './measure-requests.ts';
import type { Memory } from './memory.ts';

/*
 * Formats the figures as Markdown tables for docs/performance.md.
 */

/** @param numbers right-aligned columns. Default: all but the first */
export function toTable(
  header: string[],
  rows: (string | number)[][],
  numbers: string[] = header.slice(1),
): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const rule = header.map((name) => (numbers.includes(name) ? '---:' : '---'));
  return [line(header), line(rule), ...rows.map(line)].join('\n');
}

const ms = (value: number | undefined) => (value === undefined ? '' : value.toFixed(2));
const whole = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 0 });
const percent = (share: number) => `${Math.round(share * 100)} %`;

/** Phases below this share are noise. */
const MIN_SHARE = 0.02;

export function requestsTable(figures: Record<string, OperationFigures>): string {
  return toTable(
    [
      'Operation',
      'CPU ms',
      'Yardstick ms',
      'Ratio',
      'Requests',
      'Read units',
      'Write units',
      'Bytes sent',
      'Bytes received',
    ],
    Object.entries(figures).map(([id, { cpuMs, yardstickMs, ratio, database }]) => [
      id,
      ms(cpuMs),
      ms(yardstickMs),
      ms(ratio),
      database.requests,
      database.readUnits,
      database.writeUnits,
      whole(database.sentBytes),
      whole(database.receivedBytes),
    ]),
  );
}

export function phasesTable(figures: Record<string, OperationFigures>): string {
  return toTable(
    ['Operation', 'Where its time goes'],
    Object.entries(figures).map(([id, { phases }]) => [
      id,
      Object.entries(phases)
        .filter(([, share]) => share >= MIN_SHARE)
        .map(([phase, share]) => `${phase} ${percent(share)}`)
        .join(', '),
    ]),
  );
}

export function coldStartTable(figures: Record<string, ColdStart>): string {
  return toTable(
    [
      'Bundle',
      'KB',
      'Load, CPU ms',
      'To the first response',
      '÷ SDK alone',
      '÷ SDK as deployed',
      '÷ plain bundle',
    ],
    Object.entries(figures).map(([name, figure]) => [
      name,
      whole(figure.bytes / 1_000),
      figure.loadMs.toFixed(1),
      figure.answeredMs?.toFixed(1) ?? '',
      ms(figure.ratioToSdk),
      ms(figure.ratioToDeployedSdk),
      ms(figure.ratioToPlain),
    ]),
  );
}

export function throughputTable(figures: Record<string, Record<string, Load>>): string {
  const connections = Object.keys(Object.values(figures)[0] ?? {});
  return toTable(
    ['Operation', ...connections.flatMap((count) => [`${count}: requests/s`, 'p50 ms', 'p99 ms'])],
    Object.entries(figures).map(([id, loads]) => [
      id,
      ...connections.flatMap((count) => {
        const load = loads[count];
        return load ? [whole(load.requestsPerSecond), load.latencyMs.p50, load.latencyMs.p99] : ['', '', ''];
      }),
    ]),
  );
}

export function memoryTable(memory: Record<string, Memory>): string {
  return toTable(
    ['Local stack, MB', 'Service', 'Database', 'Together'],
    Object.entries(memory).map(([when, { service, database }]) => [
      when,
      whole(service),
      whole(database),
      whole(service + database),
    ]),
  );
}

export function growthTable(figures: GrowthFigures[]): string {
  return toTable(
    ['Operation', 'With', 'Requests', 'Read units', 'Write units'],
    figures.map(({ what, size, requests, readUnits, writeUnits }) => [
      what,
      size,
      requests,
      readUnits,
      writeUnits,
    ]),
  );
}

export function turnsTable(figures: TurnFigures[]): string {
  return toTable(
    ['Replies before', 'CPU ms', 'Read units', 'Write units', 'Bytes sent'],
    figures.map(({ replies, cpuMs, readUnits, writeUnits, sentBytes }) => [
      replies,
      ms(cpuMs),
      readUnits,
      writeUnits,
      whole(sentBytes),
    ]),
  );
}
