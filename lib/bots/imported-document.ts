import type { BotDocument, JsonObject } from './bot-document.ts';
import { withoutServerFields } from './bot-head.ts';
import type { Warning } from './bot-schema.ts';
import { completeDocument } from './document-defaults.ts';
import { isStepsEra, stepsToBlocks } from './migrations/steps-to-blocks.ts';

/** What the bot that takes the document has already, and therefore needs no warning. */
export type KeptFields = {
  publicId?: string | null;
  customDomain?: string | null;
  isClosed?: boolean;
};

/**
 * A document of any age as the service keeps it, in the version it came in. `warnings` lists what was renamed, what
 * belongs to the source and was left out, and what was filled in.
 *
 * @param name of a document that has none
 */
export function importedDocument(
  sent: JsonObject,
  { name, kept = {} }: { name?: string; kept?: KeptFields } = {},
): { document: BotDocument; warnings: Warning[] } {
  const { renamed, warnings: renames } = renameStepsEra(sent);
  const { document, warnings: fills } = completeDocument(withoutServerFields(renamed), name);
  return { document, warnings: [...renames, ...droppedFields(sent, kept), ...fills] };
}

/** What belongs to the bot that the document comes from, and not to the one that takes it. */
export function dropped(field: string): Warning {
  return {
    code: 'DROPPED',
    path: `bot.${field}`,
    message: 'belongs to the bot that the document comes from',
  };
}

function droppedFields(sent: JsonObject, { publicId, customDomain, isClosed }: KeptFields): Warning[] {
  const left = [
    ...(typeof sent.publicId === 'string' && sent.publicId !== publicId ? ['publicId'] : []),
    ...(typeof sent.customDomain === 'string' && sent.customDomain !== customDomain ? ['customDomain'] : []),
    ...(sent.isClosed === true && !isClosed ? ['isClosed'] : []),
    ...(sent.isArchived === true ? ['isArchived'] : []),
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
