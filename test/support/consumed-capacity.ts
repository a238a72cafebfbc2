import { isAboutContent } from './database-faults.ts';
import { type DatabaseRequest, intercepting } from './database-requests.ts';

export type Consumption = {
  /** Commands in the order in which they were sent. */
  commands: string[];
  /** Of the table and its index together. A transaction's units are those of its writes, twice. */
  readUnits: number;
  writeUnits: number;
};

const READS = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand', 'ScanCommand']);

type ConsumedCapacity = { CapacityUnits?: number };

/**
 * What the requests cost that the service sends while `run` is running, those about tokens left out, for most of them are
 * the authorizer's.
 *
 * @param isCounted another choice of requests
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

/** One entry for a single item, a list of them for batches and transactions. */
function getUnits(consumed: unknown): number {
  const entries = (Array.isArray(consumed) ? consumed : [consumed]) as (ConsumedCapacity | undefined)[];
  return entries.reduce((sum, entry) => sum + (entry?.CapacityUnits ?? 0), 0);
}
