import { once } from 'node:events';
import type { BenchService } from './bench-service.ts';
import { type HttpCall, type Load, sendAll } from './load.ts';
import { type MeasuredProcess, startMeasured } from './measured-process.ts';
import { median } from './median.ts';
import type { Operation } from './operations.ts';
import { getProfilePhases } from './profile-phases.ts';
import { recordOperation } from './recorded-operation.ts';
import type { YardstickSetup } from './yardstick-process.ts';

const CONNECTIONS = 16;

/** Number of calls before measuring, so that V8 has optimized the code. */
const WARM_UP_CALLS = 400;

export type OperationFigures = {
  /** CPU time per request of the whole Node process, without the database. */
  cpuMs: number;
  /** CPU time of only the operation's database requests and an empty response. */
  yardstickMs: number;
  /** Median of the ratios of all rounds. Each round measures both sides. */
  ratio: number;
  requestsPerSecond: number;
  latencyMs: Load['latencyMs'];
  database: {
    requests: number;
    readUnits: number;
    writeUnits: number;
    sentBytes: number;
    receivedBytes: number;
  };
  /** The operation's function, with an event that it can handle. */
  functionId: string;
  event: object;
  /** Share of the main thread's time spent in each phase. */
  phases: Record<string, number>;
};

export type RequestOptions = { rounds: number; calls: number; withPhases: boolean };

/** Measures every operation against its yardstick. */
export async function measureRequests(
  service: BenchService,
  operations: Operation[],
  options: RequestOptions,
): Promise<Record<string, OperationFigures>> {
  const yardstick = await startYardstick(service.database.endpoint);
  try {
    const figures: Record<string, OperationFigures> = {};
    for (const operation of operations) {
      figures[operation.id] = await measureOperation(service, yardstick, operation, options);
    }
    return figures;
  } finally {
    await yardstick.process.stop();
  }
}

type Yardstick = { process: MeasuredProcess; url: string };

async function startYardstick(endpoint: string): Promise<Yardstick> {
  const process = startMeasured(new URL('./yardstick-process.ts', import.meta.url), {
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  });
  const [message] = (await once(process.child, 'message')) as [{ url: string }];
  return { process, url: message.url };
}

async function measureOperation(
  service: BenchService,
  yardstick: Yardstick,
  operation: Operation,
  { rounds, calls, withPhases }: RequestOptions,
): Promise<OperationFigures> {
  const { id, api, document } = operation;
  const url = service.urls[api];
  const [firstCall, secondCall] = await operation.prepare(service, 2);
  // A process's first call reads more, because releases are cached from then on.
  await recordOperation(api, firstCall as HttpCall);
  const { requests, functionId, event: _, ...database } = await recordOperation(api, secondCall as HttpCall);
  const path = `/${encodeURIComponent(id)}`;
  await setUp(yardstick, {
    operation: path.slice(1),
    requests,
    ...(document !== undefined && { document }),
  });
  const bareCalls = Array.from({ length: calls }, (): HttpCall => ({ method: 'GET', path }));

  await sendAll(url, await operation.prepare(service, WARM_UP_CALLS), CONNECTIONS);
  await sendAll(yardstick.url, bareCalls.slice(0, WARM_UP_CALLS), CONNECTIONS);
  const measured = [];
  for (let round = 0; round < rounds; round++) {
    const prepared = await operation.prepare(service, calls);
    const { cpuMs, load } = await measureCpu(service.process, () => sendAll(url, prepared, CONNECTIONS));
    const bare = await measureCpu(yardstick.process, () => sendAll(yardstick.url, bareCalls, CONNECTIONS));
    measured.push({ cpuMs: cpuMs / calls, yardstickMs: bare.cpuMs / calls, ratio: cpuMs / bare.cpuMs, load });
  }
  const profiled = withPhases ? await operation.prepare(service, calls) : [];
  const phases = withPhases
    ? getProfilePhases(await service.process.profile(() => sendAll(url, profiled, CONNECTIONS)))
    : {};
  // A cold start answers a call of its own: the bare requests have changed what the recorded one was about.
  const [coldCall] = await operation.prepare(service, 1);
  const { event } = await recordOperation(api, coldCall as HttpCall);
  return {
    cpuMs: median(measured.map(({ cpuMs }) => cpuMs)),
    yardstickMs: median(measured.map(({ yardstickMs }) => yardstickMs)),
    ratio: median(measured.map(({ ratio }) => ratio)),
    requestsPerSecond: median(measured.map(({ load }) => load.requestsPerSecond)),
    latencyMs: {
      p50: median(measured.map(({ load }) => load.latencyMs.p50)),
      p99: median(measured.map(({ load }) => load.latencyMs.p99)),
    },
    database: { requests: requests.length, ...database },
    functionId,
    event,
    phases,
  };
}

async function setUp({ process }: Yardstick, setup: YardstickSetup): Promise<void> {
  process.child.send({ setup });
  await once(process.child, 'message');
}

async function measureCpu(
  process: MeasuredProcess,
  run: () => Promise<Load>,
): Promise<{ cpuMs: number; load: Load }> {
  await process.collectGarbage();
  const before = await process.cpuMs();
  const load = await run();
  return { cpuMs: (await process.cpuMs()) - before, load };
}
