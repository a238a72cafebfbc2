import * as z from 'zod';
import { listOf } from '#lib/platform/validation/list-schema.ts';
import { text } from '#lib/platform/validation/text-schema.ts';
import {
  MAX_CONTEXT_CHARS,
  MAX_DESCRIPTION_CHARS,
  MAX_DETAILS_BYTES,
  MAX_STATUS_CHARS,
} from '#lib/results/logs/log-limits.ts';
import { isSameBesidesAddresses } from './same-besides-addresses.ts';

/*
 * A result as it comes in: as this service exports it, as Typebot's API returns it (whose answers
 * have no dates), or as its database has it. Unknown fields are ignored.
 */

/** A result with more is broken, or was never one respondent's. */
const MAX_ANSWERS = 10_000;
/** As many as a session accepts. */
export const MAX_LOGS = 1_000;

/** Size of an answer, or of a result's variables, as JSON. DynamoDB limits the item to 400 KB. */
const MAX_ITEM_BYTES = 350 * 1_024;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Keys sort by four-digit years. Lists and deletions expect no results of the future; a day is for wrong clocks. */
const date = z.iso
  .datetime({ offset: true })
  .refine((value) => Date.parse(value) >= 0 && Date.parse(value) <= Date.now() + DAY_MS, {
    message: 'Expected a time between 1970 and now',
  });

/** A result with such an id could not be read: `…/results/export` is another endpoint. */
const TAKEN_IDS = new Set(['export', 'import']);

/** Ids become part of keys. */
const id = z
  .string()
  .regex(/^[A-Za-z0-9_-]{1,128}$/, { message: 'Expected an id of 1 to 128 letters, digits, - and _' })
  .refine((value) => !TAKEN_IDS.has(value), { message: 'Expected an id that is not part of an address' });

const fitsItem = (value: unknown) => Buffer.byteLength(JSON.stringify(value)) <= MAX_ITEM_BYTES;
const TOO_LARGE = { message: `Too big: expected at most ${MAX_ITEM_BYTES} bytes of JSON` };

const answer = z
  .object({
    blockId: text.min(1),
    content: text,
    /** The content in the source, where `content` has other addresses of the same files. */
    sourceContent: text.nullish(),
    createdAt: date.nullish(),
    groupId: text.nullish(),
    variableId: text.nullish(),
    storageUsed: z.int().min(0).nullish(),
    attachedFileUrls: listOf(text).nullish(),
  })
  .refine(fitsItem, TOO_LARGE)
  .refine(
    ({ content, sourceContent }) => sourceContent == null || isSameBesidesAddresses(content, sourceContent),
    { path: ['sourceContent'], message: 'Must be `content` with other addresses' },
  );

const value = z.union([text, listOf(text.nullable())]).nullish();

const variable = z
  .object({
    id: text.min(1),
    name: text,
    value,
    /** The value in the source, where `value` has other addresses of the same files. */
    sourceValue: value,
    isSessionVariable: z.boolean().nullish(),
  })
  .refine(({ value, sourceValue }) => sourceValue == null || isSameBesidesAddresses(value, sourceValue), {
    path: ['sourceValue'],
    message: 'Must be `value` with other addresses',
  });

const log = z.object({
  createdAt: date.nullish(),
  status: z.string().max(MAX_STATUS_CHARS).nullish(),
  description: z.string().max(MAX_DESCRIPTION_CHARS),
  details: z
    .unknown()
    .refine(
      (details) => details === undefined || Buffer.byteLength(JSON.stringify(details)) <= MAX_DETAILS_BYTES,
      { message: `Too big: expected at most ${MAX_DETAILS_BYTES} bytes of JSON` },
    )
    .optional(),
  context: z.string().max(MAX_CONTEXT_CHARS).nullish(),
});

export const importedResult = z.object({
  id,
  createdAt: date,
  isCompleted: z.boolean().nullish(),
  /** Defaults to whether there are answers. */
  hasStarted: z.boolean().nullish(),
  isArchived: z.boolean().nullish(),
  variables: listOf(variable).refine(fitsItem, TOO_LARGE).nullish(),
  /** In the order in which they were given. */
  answers: listOf(answer).max(MAX_ANSWERS).nullish(),
  logs: listOf(log).max(MAX_LOGS).nullish(),
  /** Present in an export if answers were left out of it. Such a result is skipped. */
  omittedAnswers: z.int().min(1).nullish(),
});

export const importedResults = listOf(importedResult)
  .min(1)
  .superRefine((results, context) => {
    const first = new Map<string, number>();
    for (const [index, result] of results.entries()) {
      const before = first.get(result.id);
      if (before === undefined) first.set(result.id, index);
      else {
        context.addIssue({
          code: 'custom',
          path: [index, 'id'],
          message: `The same id as results[${before}].id`,
        });
      }
    }
  });

export type ImportedResult = z.output<typeof importedResult>;
export type ImportedAnswer = z.output<typeof answer>;
export type ImportedLog = z.output<typeof log>;
