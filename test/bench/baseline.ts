import { readFileSync, writeFileSync } from 'node:fs';
import type { ColdStart } from './cold-start.ts';
import type { OperationFigures } from './measure-requests.ts';

/*
 * Figures that `npm run bench -- --check` compares with: ratios within one run and counts, but no times, so
 * that they are valid on any machine. `--update` rewrites them.
 */

const FILE = new URL('./baseline.json', import.meta.url);

/**
 * Factor by which a ratio may grow. Both sides of a ratio are measured alternately, but the caches of a busy
 * machine can still favour one of them.
 */
const RATIO_TOLERANCE = 1.4;

/** Sizes vary with the lengths of ids and times. */
const BYTES_TOLERANCE = 1.05;

/** Requests that an operation sends to the database, and their units and bytes. */
export type OperationCost = {
  requests: number;
  readUnits: number;
  writeUnits: number;
  sentBytes: number;
  receivedBytes: number;
};

const COST_TOLERANCES: Record<keyof OperationCost, number> = {
  requests: 1,
  readUnits: 1,
  writeUnits: 1,
  sentBytes: BYTES_TOLERANCE,
  receivedBytes: BYTES_TOLERANCE,
};

type OperationBaseline = OperationCost & { ratio: number };

export type Baseline = {
  operations: Record<string, OperationBaseline>;
  /** Loading time of a bundle, divided by that of the SDK alone. */
  coldStarts: Record<string, { ratioToSdk: number; bytes: number }>;
};

export function toBaseline(
  operations: Record<string, OperationFigures>,
  coldStarts: Record<string, ColdStart>,
): Baseline {
  return {
    operations: mapValues(operations, ({ ratio, database }) => ({ ratio: round(ratio), ...database })),
    coldStarts: mapValues(coldStarts, ({ ratioToSdk, bytes }) => ({ ratioToSdk: round(ratioToSdk), bytes })),
  };
}

export function readBaseline(): Baseline {
  return JSON.parse(readFileSync(FILE, 'utf8')) as Baseline;
}

export function writeBaseline(baseline: Baseline): void {
  writeFileSync(FILE, `${JSON.stringify(baseline, null, 2)}\n`);
}

/** Returns a line for each figure that is worse than the baseline. */
export function findRegressions(measured: Baseline, baseline: Baseline): string[] {
  return [
    ...compare(measured.operations, baseline.operations, {
      ratio: RATIO_TOLERANCE,
      ...COST_TOLERANCES,
    }),
    ...compare(measured.coldStarts, baseline.coldStarts, {
      ratioToSdk: RATIO_TOLERANCE,
      bytes: BYTES_TOLERANCE,
    }),
  ];
}

/** Returns a line for each operation that asks more of the database than in the baseline. */
export function findCostRegressions(measured: Record<string, OperationCost>, baseline: Baseline): string[] {
  return compare(measured, baseline.operations, COST_TOLERANCES);
}

function compare<F extends Record<string, number>>(
  measured: Record<string, F>,
  baseline: Record<string, Partial<F>>,
  tolerances: Record<keyof F & string, number>,
): string[] {
  return Object.entries(measured).flatMap(([subject, figures]) =>
    Object.entries(tolerances).flatMap(([name, tolerance]) => {
      const before = baseline[subject]?.[name];
      const now = Number(figures[name]);
      if (before === undefined) return [`${subject}: ${name} has no baseline; write one with --update`];
      return now > before * tolerance
        ? [`${subject}: ${name} is ${now}, was ${before} (at most ${tolerance} times that)`]
        : [];
    }),
  );
}

function mapValues<A, B>(record: Record<string, A>, map: (value: A) => B): Record<string, B> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

function round(ratio: number): number {
  return Math.round(ratio * 100) / 100;
}
