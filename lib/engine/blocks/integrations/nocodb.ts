import * as z from 'zod';
import { NOCODB } from '#lib/blocks/integrations/nocodb.ts';
import { lenientList, optionalEnum, optionalObject, optionalText } from '#lib/engine/model/block-options.ts';
import { askService, askServiceForJson, BlockError } from '#lib/engine/services/service-request.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';
import {
  type ActionRun,
  actionBlock,
  type BlockAction,
  optionalSecret,
  required,
  requiredSecret,
} from './action-block.ts';
import { fillPairs } from './filled-pairs.ts';
import { NOCODB_OPERATORS, nocodbWhere } from './nocodb-where.ts';

export const nocodbOptions = once(() =>
  z.object({
    tableId: optionalText,
    viewId: optionalText,
    returnType: optionalEnum(['All', 'First', 'Last', 'Random']),
    filter: optionalObject({
      comparisons: lenientList(
        z.object({ input: optionalText, operator: optionalEnum(NOCODB_OPERATORS), value: optionalText }),
      ),
      joiner: optionalEnum(['AND', 'OR']),
    }),
    responseMapping: lenientList(z.object({ fieldName: optionalText, variableId: optionalText })),
    fields: lenientList(z.object({ key: optionalText, value: optionalText })),
    updates: lenientList(z.object({ fieldName: optionalText, value: optionalText })),
  }),
);

type NocodbOptions = z.output<ReturnType<typeof nocodbOptions>>;

/** Maximum records per response. Bots show or pick from far fewer. */
const MAX_RECORDS = 1_000;

/** Maximum records that one API call may update. */
const MAX_UPDATES = 100;

const searchRecords: BlockAction<NocodbOptions> = {
  doing: 'While searching records',
  async run(options, run) {
    const { context } = run;
    const found = await findMatchingRecords(options, run);
    if (found.length === 0) {
      context.log({ status: 'info', description: "Couldn't find any records matching the filter" });
      return undefined;
    }
    const picked = pickRecords(found, options.returnType ?? 'All', context.ports.random);
    for (const { fieldName, variableId } of options.responseMapping) {
      if (fieldName === undefined) continue;
      const values = picked.map((record) => record[fieldName]);
      context.set(variableId, values.length === 1 ? values[0] : values);
    }
    return undefined;
  },
};

const createRecord: BlockAction<NocodbOptions> = {
  doing: 'While creating record',
  async run(options, run) {
    const record = fillPairs(options.fields);
    if (Object.keys(record).length === 0) throw new BlockError('No fields provided');
    await askService({ ...recordsRequest(options, run), json: record }, run.context.ports);
    return undefined;
  },
};

const updateRecord: BlockAction<NocodbOptions> = {
  doing: 'While updating record',
  async run(options, run) {
    const { context } = run;
    const changes = fillPairs(options.updates.map(({ fieldName, value }) => ({ key: fieldName, value })));
    if (Object.keys(changes).length === 0) throw new BlockError('No updates provided');
    // Deviation: without a filter, nothing is updated, because the update would apply to every record.
    if (!nocodbWhere(options.filter)) throw new BlockError('No filter provided');
    const found = await findMatchingRecords(options, run);
    const changed = found.slice(0, MAX_UPDATES).flatMap((record) => {
      const key = 'Id' in record ? 'Id' : 'id';
      return record[key] === undefined ? [] : [{ [key]: record[key], ...changes }];
    });
    if (changed.length === 0) {
      context.log({ status: 'info', description: "Couldn't find any records matching the filter" });
      return undefined;
    }
    await askService({ ...recordsRequest(options, run), method: 'PATCH', json: changed }, context.ports);
    return undefined;
  },
};

/** @throws BlockError */
async function findMatchingRecords(options: NocodbOptions, run: ActionRun): Promise<JsonObject[]> {
  const { url, credentials } = recordsRequest(options, run);
  const where = nocodbWhere(options.filter);
  const query = new URLSearchParams({
    limit: String(MAX_RECORDS),
    ...(options.viewId !== undefined && { viewId: options.viewId }),
    ...(where !== undefined && { where }),
  });
  const { list } = await askServiceForJson(
    { url: `${url}?${query}`, method: 'GET', credentials },
    run.context.ports,
  );
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

/** https://nocodb.com/apis/v2/data */
function recordsRequest({ tableId }: NocodbOptions, { credentials }: ActionRun) {
  const baseUrl = optionalSecret(credentials, 'baseUrl') ?? 'https://app.nocodb.com';
  const table = encodeURIComponent(required(tableId, 'No table provided'));
  return {
    url: `${baseUrl.replace(/\/+$/, '')}/api/v2/tables/${table}/records`,
    credentials: { 'xc-token': requiredSecret(credentials, 'apiKey') },
  };
}

function pickRecords(
  records: readonly JsonObject[],
  returnType: 'All' | 'First' | 'Last' | 'Random',
  random: () => number,
): readonly JsonObject[] {
  if (returnType === 'First') return records.slice(0, 1);
  if (returnType === 'Last') return records.slice(-1);
  if (returnType === 'All') return records;
  const index = Math.floor(random() * records.length);
  return records.slice(index, index + 1);
}

/** Searches, creates and updates NocoDB records. */
export const nocodbBlock = actionBlock({
  about: NOCODB,
  options: nocodbOptions,
  actions: {
    'Search Records': searchRecords,
    'Create Record': createRecord,
    'Update Existing Record': updateRecord,
  },
});
