import { isAboutContent, isFromTheStream } from './database-faults.ts';
import { type DatabaseRequest, intercepting } from './database-requests.ts';
import { isAuthorizing } from './table-grants.ts';

export type Consumption = {
  /** Names of the SDK commands, in the order they were sent. */
  commands: string[];
  /** Capacity units of the table and its index. Transactional writes cost twice as much. */
  readUnits: number;
  writeUnits: number;
  /** Write units of the audit entries that the table's stream leads to. */
  auditUnits: number;
};

const READS = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand', 'ScanCommand']);

type ConsumedCapacity = { CapacityUnits?: number };

/**
 * Measures the database requests that the service sends during `run`. Ignores requests for token items, most
 * of which come from the authorizer.
 *
 * @param isCounted overrides which requests to count
 */
export async function measureConsumption<T>(
  run: () => Promise<T>,
  isCounted: (request: DatabaseRequest) => boolean = isAboutContent,
): Promise<Consumption & { value: T }> {
  const consumption: Consumption = { commands: [], readUnits: 0, writeUnits: 0, auditUnits: 0 };
  const value = await intercepting(async (request, send) => {
    const isEntry = isFromTheStream(request);
    if (isAuthorizing() || (!isEntry && !isCounted(request))) return await send(request.input);
    const output = await send({ ...request.input, ReturnConsumedCapacity: 'INDEXES' });
    const units = getUnits(output.ConsumedCapacity);
    if (isEntry) {
      consumption.auditUnits += units;
      return output;
    }
    consumption.commands.push(request.command);
    if (READS.has(request.command)) consumption.readUnits += units;
    else consumption.writeUnits += units;
    return output;
  }, run);
  return { ...consumption, value };
}

/** Sums the consumed capacity, which is an object for single requests and a list for batches and transactions. */
function getUnits(consumed: unknown): number {
  const entries = (Array.isArray(consumed) ? consumed : [consumed]) as (ConsumedCapacity | undefined)[];
  return entries.reduce((sum, entry) => sum + (entry?.CapacityUnits ?? 0), 0);
}
