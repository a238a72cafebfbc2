import { parseArgs } from 'node:util';
import { useDatabase } from '#apps/local/database/database-environment.ts';
import { followChanges } from '#apps/local/follow-changes.ts';
import { findRegressions, readBaseline, toBaseline, writeBaseline } from './baseline.ts';
import { type BenchService, startService } from './bench-service.ts';
import { type ColdStart, measureColdStarts } from './cold-start.ts';
import { measureGrowth, measureTurns } from './growth.ts';
import { measureRequests, type OperationFigures } from './measure-requests.ts';
import { type Memory, measureMemory } from './memory.ts';
import { OPERATIONS } from './operations.ts';
import {
  coldStartTable,
  growthTable,
  memoryTable,
  phasesTable,
  requestsTable,
  throughputTable,
  turnsTable,
} from './tables.ts';
import { measureThroughput } from './throughput.ts';

/*
 * `npm run bench`: measures what users pay for and wait for, as ratios within one run, and prints tables.
 *
 *   --part <name>       requests, cold-starts, throughput or growth; can be repeated. Default: the first three
 *   --operation <name>  measures only this operation; can be repeated
 *   --calls <n>         calls of an operation in each round
 *   --rounds <n>        rounds, of which the median counts
 *   --check             exits with 1 if a ratio or a count is worse than the baseline
 *   --update            writes the baseline
 */

const PARTS = ['requests', 'cold-starts', 'throughput', 'growth'];

const { values: options } = parseArgs({
  options: {
    part: { type: 'string', multiple: true, default: PARTS.slice(0, 3) },
    operation: { type: 'string', multiple: true },
    calls: { type: 'string', default: '300' },
    rounds: { type: 'string', default: '5' },
    check: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
  },
});
const unknown = options.part.filter((part) => !PARTS.includes(part));
if (unknown.length > 0) throw new Error(`No such part: ${unknown.join(', ')}; there are ${PARTS.join(', ')}`);

/** Number of processes per bundle. CPU times vary by a tenth; medians of this many by a few hundredths. */
const COLD_ROUNDS = 11;

const isWanted = (part: string) => options.part.includes(part);
const operations = OPERATIONS.filter(({ id }) => options.operation?.includes(id) ?? true);
const [calls, rounds] = [Number(options.calls), Number(options.rounds)];

process.env.LOG_LEVEL ||= 'SILENT';
process.env.POWERTOOLS_METRICS_DISABLED ||= 'true';

const show = (title: string, table: string) => console.log(`\n## ${title}\n\n${table}`);

async function run(service: BenchService): Promise<string[]> {
  useDatabase(service.database.endpoint);
  // The local stack writes audit entries in its own process, so they are part of what an operation costs there.
  followChanges();
  const memory: Record<string, Memory> = { 'just started': measureMemory(service.process.pid) };
  let requests: Record<string, OperationFigures> = {};
  let coldStarts: Record<string, ColdStart> = {};

  if (isWanted('requests')) {
    requests = await measureRequests(service, operations, { rounds, calls, withPhases: !options.check });
    show('Requests', requestsTable(requests));
    if (!options.check) show('Phases', phasesTable(requests));
    memory['after these requests'] = measureMemory(service.process.pid);
  }
  if (isWanted('throughput') && !options.check) {
    show('Throughput', throughputTable(await measureThroughput(service, operations, calls)));
    memory['after all of it'] = measureMemory(service.process.pid);
  }
  show('Memory', memoryTable(memory));
  if (isWanted('cold-starts')) {
    const events = Object.values(requests).map(({ functionId, event }) => [functionId, event] as const);
    coldStarts = measureColdStarts(service.database.endpoint, Object.fromEntries(events), {
      rounds: COLD_ROUNDS,
    });
    show('Cold starts', coldStartTable(coldStarts));
  }
  if (isWanted('growth')) {
    show('Long conversations', turnsTable(await measureTurns(service, [5, 50, 1_000])));
    show('Growth', growthTable(await measureGrowth(service, { bots: 10_000, results: 100_000 })));
  }

  const measured = toBaseline(requests, coldStarts);
  if (options.update) writeBaseline(measured);
  return options.check ? findRegressions(measured, readBaseline()) : [];
}

const service = await startService();
let regressions: string[];
try {
  regressions = await run(service);
} finally {
  await service.stop();
}
for (const regression of regressions) console.error(regression);
process.exit(regressions.length > 0 ? 1 : 0);
