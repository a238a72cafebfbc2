import { isAboutContent } from './database-faults.ts';
import { type DatabaseRequest, intercepting } from './database-requests.ts';

export type Consumption = {
  /** Commands in the order they were sent. */
  commands: string[];
  /** Units of the table and its index together. A transaction costs twice the units of its writes. */
  readUnits: number;
  writeUnits: number;
};

const READS = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand', 'ScanCommand']);

type ConsumedCapacity = { CapacityUnits?: number };

/**
 * Measures the requests that the service sends while `run` is running. Requests about tokens are left out,
 * because most of them are the authorizer's.
 *
 * @param isCounted a different selection of requests
 */
export async function measureConsumption<T>(
  run: () => Promise<T>,
  isCounted: (request: DatabaseRequest) => boolean = isAboutContent,
): Promise<Consumption & { value: T }> {
  const consumption: Consumption = { commands: [], readUnits: 0, writeUnits: 0 };
  const value = await intercepting(async (request, send) => {
    if (!isCounted(request)) return await send(request.input);
    const output = await send({ ...request.input, ReturnConsumedCapacity: 'INDEXES' });
    const units = getUnits(output.ConsumedCapacity);
    consumption.commands.push(request.command);
    if (READS.has(request.command)) consumption.readUnits += units;
    else consumption.writeUnits += units;
    return output;
  }, run);
  return { ...consumption, value };
}

/** Single items report one entry, batches and transactions a list of them. */
function getUnits(consumed: unknown): number {
  const entries = (Array.isArray(consumed) ? consumed : [consumed]) as (ConsumedCapacity | undefined)[];
  return entries.reduce((sum, entry) => sum + (entry?.CapacityUnits ?? 0), 0);
}
