import { expect, it } from 'vitest';
import { describeForms } from '#apps/sites/describe-forms.ts';
import type { FieldNodes, FormNode } from '#apps/sites/form-node.ts';
import type { BotFlow } from '#lib/bots/document/bot-document.ts';
import { stepsToBlocks } from '#lib/bots/document/steps-to-blocks.ts';
import { completeDocument } from '#lib/bots/incoming/document-defaults.ts';
import { migrateToLatest } from '#lib/bots/migrations/migrate.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { MIGRATED_BOTS, REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';

/*
 * Every option of every block of real bots can be reached in a form, but for those that people do not set.
 */

const FORMS = describeForms();

/** Parts of a block that forms edit. The others are its id, its type and where it leads. */
const PARTS = ['options', 'content', 'items'];

/** Structure that other controls of the editor change: connections, ids. */
const STRUCTURE = ['Condition', 'choice input', 'picture choice input'].flatMap((type) =>
  ['blockId', 'outgoingEdgeId', 'type'].map((key) => `${type}.items[].${key}`),
);

/** Values that have no effect here, or follow from others. */
const WITHOUT_EFFECT = [
  // An author wrote a calculation and then chose another kind of value. Choosing the first kind again shows both.
  'Set variable.options.expressionToEvaluate',
  'Set variable.options.isCode',
  // Only says how the old builder drew its form.
  'Webhook.options.isAdvancedConfig',
  'Webhook.options.webhook.id',
  // Not sent to Stripe, which is the only provider.
  'payment input.options.additionalInformation.name',
  'payment input.options.provider',
  // Typebot wrote it for a while, and nothing has ever read it here.
  'text input.options.isPrefillDisabled',
  // Copies of the rich text.
  'text.content.html',
  'text.content.plainText',
  // Read from the address.
  'video.content.id',
  'video.content.type',
];

/** Returns the paths of values that no field of the form leads to, with `[]` for an index. */
function findUnreachable(value: unknown, node: FormNode, path: string): string[] {
  switch (node.kind) {
    case 'section':
      return isJsonObject(value) ? findInFields(value, node.fields, path) : [];
    case 'list':
      return Array.isArray(value)
        ? value.flatMap((entry: unknown) => findUnreachable(entry, node.element, `${path}[]`))
        : [];
    case 'variants': {
      if (!isJsonObject(value)) return [];
      const chosen = value[node.field] ?? node.standard;
      const fields = typeof chosen === 'string' ? node.variants[chosen] : undefined;
      const { [node.field]: _, ...others } = value;
      return findInFields(others, fields ?? node.otherwise, path);
    }
    default:
      return [];
  }
}

function findInFields(value: JsonObject, fields: FieldNodes, path: string): string[] {
  return Object.entries(value).flatMap(([key, inner]) => {
    const field = fields[key];
    return field ? findUnreachable(inner, field, `${path}.${key}`) : [`${path}.${key}`];
  });
}

function findInBot(document: BotFlow): string[] {
  const blocks = document.groups.flatMap((group) => (group as { blocks: JsonObject[] }).blocks);
  return blocks.flatMap((block) => {
    const parts = Object.fromEntries(Object.entries(block).filter(([key]) => PARTS.includes(key)));
    const fields = FORMS[String(block.type)];
    return fields ? findInFields(parts, fields, String(block.type)) : [`${block.type}`];
  });
}

it.skipIf(REAL_BOTS.length === 0)('Every option of real bots can be reached in a form', () => {
  const read = (name: string) => migrateToLatest(completeDocument(stepsToBlocks(readRealBot(name))).document);
  const found = new Set([...REAL_BOTS, ...MIGRATED_BOTS].flatMap((name) => findInBot(read(name))));
  expect([...found].toSorted()).toEqual([...STRUCTURE, ...WITHOUT_EFFECT].toSorted());
});
