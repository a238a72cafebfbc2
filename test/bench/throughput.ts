import type { BenchService } from './bench-service.ts';
import { type Load, sendAll } from './load.ts';
import { median } from './median.ts';
import type { Operation } from './operations.ts';

const CONNECTIONS = [1, 16, 64];
const ROUNDS = 3;

/** Measures each operation's requests per second and latency at different numbers of connections. */
export async function measureThroughput(
  service: BenchService,
  operations: Operation[],
  calls: number,
): Promise<Record<string, Record<string, Load>>> {
  const figures: Record<string, Record<string, Load>> = {};
  for (const { id, api, prepare } of operations) {
    const byConnections: Record<string, Load> = {};
    for (const connections of CONNECTIONS) {
      const loads: Load[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        loads.push(await sendAll(service.urls[api], await prepare(service, calls), connections));
      }
      byConnections[connections] = {
        requestsPerSecond: median(loads.map(({ requestsPerSecond }) => requestsPerSecond)),
        latencyMs: {
          p50: median(loads.map(({ latencyMs }) => latencyMs.p50)),
          p99: median(loads.map(({ latencyMs }) => latencyMs.p99)),
        },
      };
    }
    figures[id] = byConnections;
  }
  return figures;
}
