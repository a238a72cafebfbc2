import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { withoutServerFields } from '#lib/bots/document/bot-head.ts';
import type { Warning } from '#lib/bots/document/bot-schema.ts';
import { stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import type { WebhookReplies } from '#lib/bots/document/webhook-replies.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import type { RoundedNumber } from '#lib/platform/json/rounded-numbers.ts';
import { completeDocument } from './document-defaults.ts';
import { toRoundingWarnings } from './rounding-warnings.ts';
import { connectEdges } from './unnamed-edges.ts';

/** Fields of the bot being imported into. A field with the same value in both needs no warning. */
export type KeptFields = {
  publicId?: string | null;
  customDomain?: string | null;
  isClosed?: boolean;
  webhookReplies?: WebhookReplies;
  whatsAppCredentialsId?: unknown;
  riskLevel?: unknown;
};

/**
 * Fields tied to one installation: the account that messages are sent from, and the operator's risk rating.
 * Can be set with PATCH, but imports drop them.
 */
const FIELDS_OF_THE_PLACE = ['whatsAppCredentialsId', 'riskLevel'] as const;

const RENAMED: Warning = {
  code: 'RENAMED',
  path: 'bot.blocks',
  message: 'renamed the blocks of an old export to groups, and its steps to blocks',
};

/**
 * Converts a document of any age to the form the service stores, without changing its version. `warnings` lists
 * what was rounded, renamed, connected or filled in, and what was dropped because it belongs to the source.
 *
 * @param name default name
 */
export function toImportedDocument(
  sent: JsonObject,
  {
    name,
    kept = {},
    rounded = [],
    repair = false,
  }: {
    name?: string;
    kept?: KeptFields;
    rounded?: RoundedNumber[] | undefined;
    /** Whether to connect edges that nothing names. */
    repair?: boolean | undefined;
  } = {},
): { document: BotDocument; warnings: Warning[] } {
  const { document: connected, warnings: connections } = repair
    ? connectEdges(sent)
    : { document: sent, warnings: [] };
  const renamed = stepsToBlocks(connected);
  const { document, warnings: fills } = completeDocument(withoutServerFields(renamed), name);
  for (const field of FIELDS_OF_THE_PLACE) {
    if (kept[field] === undefined) delete document[field];
    else document[field] = kept[field];
  }
  return {
    document,
    warnings: [
      ...toRoundingWarnings(rounded),
      ...(renamed === connected ? [] : [RENAMED]),
      ...connections,
      ...findDroppedFields(sent, kept),
      ...fills,
    ],
  };
}

/** Returns the warning for a field that is dropped because it belongs to the source bot. */
export function createDroppedWarning(field: string): Warning {
  return {
    code: 'DROPPED',
    path: `bot.${field}`,
    message: 'left out because it belongs to the source bot',
  };
}

function findDroppedFields(sent: JsonObject, kept: KeptFields): Warning[] {
  const left = [
    ...(typeof sent.publicId === 'string' && sent.publicId !== kept.publicId ? ['publicId'] : []),
    ...(typeof sent.customDomain === 'string' && sent.customDomain !== kept.customDomain
      ? ['customDomain']
      : []),
    ...(sent.isClosed === true && !kept.isClosed ? ['isClosed'] : []),
    ...(typeof sent.webhookReplies === 'string' && sent.webhookReplies !== kept.webhookReplies
      ? ['webhookReplies']
      : []),
    ...(sent.isArchived === true ? ['isArchived'] : []),
    ...FIELDS_OF_THE_PLACE.filter((field) => (sent[field] ?? null) !== null && sent[field] !== kept[field]),
  ];
  return left.map(createDroppedWarning);
}
