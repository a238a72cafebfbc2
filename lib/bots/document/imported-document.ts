import type { JsonObject } from '#lib/json/json-object.ts';
import type { RoundedNumber } from '#lib/json/rounded-numbers.ts';
import type { BotDocument } from './bot-document.ts';
import { withoutServerFields } from './bot-head.ts';
import type { Warning } from './bot-schema.ts';
import { completeDocument } from './document-defaults.ts';
import { roundingWarnings } from './rounding-warnings.ts';
import { isStepsEra, stepsToBlocks } from './steps-to-blocks.ts';

/**
 * Fields of the bot that the document is imported into. A field that is the same in both needs no warning.
 */
export type KeptFields = {
  publicId?: string | null;
  customDomain?: string | null;
  isClosed?: boolean;
  whatsAppCredentialsId?: unknown;
  riskLevel?: unknown;
};

/**
 * Fields of a document that depend on where the bot is: the account it sends messages with, and its
 * operator's rating of it. A PATCH sets them. An import leaves out those of the source.
 */
const FIELDS_OF_THE_PLACE = ['whatsAppCredentialsId', 'riskLevel'] as const;

/**
 * Converts a document of any age to the form that the service stores, in the version it came in. `warnings`
 * lists what was rounded or renamed, what was left out because it belongs to the source, and what was filled
 * in.
 *
 * @param name name for a document without one
 */
export function toImportedDocument(
  sent: JsonObject,
  {
    name,
    kept = {},
    rounded = [],
  }: { name?: string; kept?: KeptFields; rounded?: RoundedNumber[] | undefined } = {},
): { document: BotDocument; warnings: Warning[] } {
  const { renamed, warnings: renames } = renameStepsEra(sent);
  const { document, warnings: fills } = completeDocument(withoutServerFields(renamed), name);
  for (const field of FIELDS_OF_THE_PLACE) {
    if (kept[field] === undefined) delete document[field];
    else document[field] = kept[field];
  }
  return {
    document,
    warnings: [...roundingWarnings(rounded), ...renames, ...droppedFields(sent, kept), ...fills],
  };
}

/** The warning for a field that belongs to the bot the document comes from and is left out. */
export function dropped(field: string): Warning {
  return {
    code: 'DROPPED',
    path: `bot.${field}`,
    message: 'belongs to the bot that the document comes from',
  };
}

function droppedFields(sent: JsonObject, kept: KeptFields): Warning[] {
  const left = [
    ...(typeof sent.publicId === 'string' && sent.publicId !== kept.publicId ? ['publicId'] : []),
    ...(typeof sent.customDomain === 'string' && sent.customDomain !== kept.customDomain
      ? ['customDomain']
      : []),
    ...(sent.isClosed === true && !kept.isClosed ? ['isClosed'] : []),
    ...(sent.isArchived === true ? ['isArchived'] : []),
    ...FIELDS_OF_THE_PLACE.filter((field) => (sent[field] ?? null) !== null && sent[field] !== kept[field]),
  ];
  return left.map(dropped);
}

/** Exports from before June 2022 call groups blocks, and blocks steps. */
function renameStepsEra(sent: JsonObject): { renamed: JsonObject; warnings: Warning[] } {
  if (!isStepsEra(sent)) return { renamed: sent, warnings: [] };
  return {
    renamed: stepsToBlocks(sent),
    warnings: [
      {
        code: 'RENAMED',
        path: 'bot.blocks',
        message: 'blocks and steps of an old export are now groups and blocks',
      },
    ],
  };
}
