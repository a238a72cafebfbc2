import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import type * as z from 'zod';
import type { IntegrationType } from '#lib/blocks/block-type.ts';
import { getBlockType } from '#lib/blocks/block-types.ts';
import type { BlockSchema } from '#lib/blocks/field-schema.ts';
import { findMissingEssentials } from '#lib/bots/flow/checks/blocks/block-essentials.ts';
import { getBlocks } from '#lib/bots/flow/flow-graph.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import {
  getChoices,
  getOptionsSchema,
  getVariants,
  listFields,
  listUndescribed,
} from '#test/support/described-options.ts';
import { MIGRATED_BOTS, REAL_BOTS, readRealBot } from '#test/support/real-bots.ts';
import { readReferenceOptions } from '#test/support/reference-options.ts';

/** Actions of the engine's action blocks, by type. */
const engineActions = vi.hoisted(() => new Map<string, string[]>());

vi.mock('#lib/engine/blocks/integrations/action-block.ts', async (importOriginal) => {
  const original = await importOriginal<typeof import('#lib/engine/blocks/integrations/action-block.ts')>();
  const actionBlock = (definition: { about: IntegrationType; actions: object }) => {
    engineActions.set(definition.about.type, Object.keys(definition.actions));
    return original.actionBlock(definition as never);
  };
  return { ...original, actionBlock };
});

const ROOT = path.resolve(import.meta.dirname, '../../..');
const FOLDER = 'lib/blocks/integrations';

type Described = { name: string; type: string; description: BlockSchema; readers: string[] };

const blocks = await Promise.all(
  readdirSync(path.join(ROOT, FOLDER))
    .flatMap((file) => /^([\w-]+)\.ts$/.exec(file)?.[1] ?? [])
    .map(readDescribed),
);

async function readDescribed(name: string): Promise<Described> {
  const facts: Record<string, { type?: string }> = await import(path.join(ROOT, FOLDER, `${name}.ts`));
  const described: Record<string, () => BlockSchema> = await import(
    path.join(ROOT, FOLDER, `${name}.options.ts`)
  );
  const engine: Record<string, () => z.ZodObject> = await import(
    path.join(ROOT, 'lib/engine/blocks/integrations', `${name}.ts`)
  );
  const camel = name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const pascal = `${camel.charAt(0).toUpperCase()}${camel.slice(1)}`;
  const description = described[`describe${pascal}`]?.();
  const reader = engine[`${camel}Options`]?.();
  if (!description || !reader) throw new Error(`${name} has no description or no reader`);
  const type = Object.values(facts).find((about) => about.type !== undefined)?.type ?? '';
  return { name, type, description, readers: Object.keys(reader.shape) };
}

function findDescribed(type: unknown): Described | undefined {
  return blocks.find((block) => block.type === type);
}

/** Parses a block by its description, and returns the paths of the problems. */
function listProblems(block: JsonObject): string[] {
  const parsed = findDescribed(block.type)?.description.safeParse(block);
  return parsed?.error?.issues.map((issue) => issue.path.join('.')) ?? [];
}

const reference = readReferenceOptions();

it('describes every type of the family', () => {
  expect(blocks).toHaveLength(29);
  for (const { type } of blocks) expect(getBlockType({ type })?.family).toBe('integration');
});

describe.each(blocks)('a form of $name', ({ type, description, readers }) => {
  const options = getOptionsSchema(description);
  const fields = listFields(options);
  const variants = getVariants(options);

  it('has a label for each field, and says more only in sentences', () => {
    expect(fields.length).toBeGreaterThan(1);
    for (const { path: field, hint } of fields) {
      expect(hint.title, field).toMatch(/^[A-Z]\S*( \S+){0,3}$/);
      if (hint.description !== undefined) expect(hint.description, field).toMatch(/^[A-Z].*\.$/s);
    }
  });

  it('offers values that the field accepts', () => {
    for (const { path: field, schema, hint, siblings } of fields) {
      if (hint.default !== undefined) expect(schema.safeParse(hint.default).success, field).toBe(true);
      if (hint.choices && getChoices(schema).length > 1) {
        expect(hint.choices, field).toHaveLength(getChoices(schema).length);
      }
      expect(getChoices(schema), field).toEqual(expect.arrayContaining([...(hint.unofferedChoices ?? [])]));
      if (!hint.shownIf) continue;
      const decisive = siblings[hint.shownIf.field];
      expect(decisive, field).toBeDefined();
      for (const value of hint.shownIf.is) {
        if (value !== null) expect(decisive?.safeParse(value).success, `${field}: ${value}`).toBe(true);
      }
    }
  });

  it('has every option that a chat reads, and no other', () => {
    const { unofferedChoices = [] } = (options.meta() ?? {}) as { unofferedChoices?: string[] };
    const unoffered = variants?.variants.filter(({ value }) => unofferedChoices.includes(value)) ?? [];
    const offered = variants
      ? variants.variants
          .filter((variant) => !unoffered.includes(variant))
          .flatMap(({ schema }) => listFields(schema))
      : fields;
    const names = new Set(offered.map(({ path: field }) => field.split(/[.[]/)[0] ?? ''));
    const readElsewhere = ['action', 'credentialsId', 'task'];
    const read = new Set(readers);
    expect([...read].filter((name) => !names.has(name))).toStrictEqual([]);
    const unread = [...names].filter((name) => !read.has(name) && !readElsewhere.includes(name));
    const isRequest = getBlockType({ type })?.request !== undefined;
    // For builders only.
    expect(unread).toStrictEqual(isRequest ? ['variablesForTest', 'isAdvancedConfig'] : []);
  });

  it('accepts a block that is not filled in', () => {
    expect(listProblems({ type })).toStrictEqual([]);
    expect(listProblems({ type, options: {} })).toStrictEqual([]);
  });
});

describe('the actions', () => {
  const withActions = blocks.flatMap(({ type, description }) => {
    const options = getOptionsSchema(description);
    const variants = getVariants(options);
    const { unofferedChoices = [] } = (options.meta() ?? {}) as { unofferedChoices?: string[] };
    return variants ? [{ type, ...variants, unofferedChoices }] : [];
  });

  it.each(withActions)('of $type are those that a chat performs', ({ type, field, variants }) => {
    const names = [...new Set(variants.map(({ value }) => value))];
    const performed = engineActions.get(type);
    if (field === 'action' && performed) expect(names.toSorted()).toStrictEqual(performed.toSorted());
    else expect(['Google Sheets', 'OpenAI', 'Chatwoot']).toContain(type);
  });

  it('describes all action blocks as such', () => {
    expect(engineActions.size).toBe(19);
    for (const type of engineActions.keys()) expect(withActions.map((block) => block.type)).toContain(type);
  });

  it.each(withActions)(
    'of $type are offered if they are supported',
    ({ type, field, variants, unofferedChoices }) => {
      for (const { value } of variants) {
        const messages = findMissingEssentials(type, { [field]: value }).map(({ message }) => message);
        expect(messages.join()).not.toContain('is not known here');
        expect([value, messages.join().includes('is not supported')]).toStrictEqual([
          value,
          unofferedChoices.includes(value),
        ]);
      }
    },
  );
});

describe.skipIf(reference.size === 0)('the catalogue of version 6', () => {
  /** Options that documents have and the catalogue does not. */
  const UNLISTED: Readonly<Record<string, string>> = {
    'webhook.id': 'older builders wrote it',
    isAdvancedConfig: 'older builders wrote it',
    'responseMapping[].item = Message Content': 'the name in older documents',
    'responseMapping[].item = Message ID': "Gmail's response has it",
  };

  it.each(blocks)('has the options of $name', ({ type, description }) => {
    const listed = reference.get(type) ?? new Map<string, Map<string, Set<string>>>();
    const options = getOptionsSchema(description);
    const variants = getVariants(options);
    const common = [...(listed.get('') ?? [])].filter(([field]) => field !== variants?.field);
    const actions = [...listed.keys()].filter((action) => action !== '');
    const isFlat = !variants || actions.length === 0;
    const toLines = (field: string, texts: readonly string[]) => [
      field,
      ...texts.map((text) => `${field} = ${text}`),
    ];
    const describeLines = (schema: z.ZodType, without?: string) =>
      listFields(schema)
        .filter(({ path: field }) => field !== without)
        .flatMap(({ path: field, schema: one }) => toLines(field, getChoices(one)))
        .filter((line) => !Object.hasOwn(UNLISTED, line));
    const described = isFlat
      ? new Map([['', describeLines(options)]])
      : new Map(variants.variants.map(({ value, schema }) => [value, describeLines(schema, variants.field)]));
    const expected = isFlat
      ? new Map([['', [...listed.values()].flatMap((paths) => [...paths])]])
      : new Map(actions.map((action) => [action, [...common, ...(listed.get(action) ?? [])]]));
    expect(listed.size).toBeGreaterThan(0);
    expect([...described.keys()].toSorted()).toStrictEqual([...expected.keys()].toSorted());
    for (const [action, lines] of described) {
      const rows = (expected.get(action) ?? []).flatMap(([field, texts]) => toLines(field, [...texts]));
      expect([...new Set(lines)].toSorted(), action).toStrictEqual([...new Set(rows)].toSorted());
    }
  });
});

describe.skipIf(REAL_BOTS.length === 0)('integrations of real bots', () => {
  const found = [...REAL_BOTS.filter((name) => name.startsWith('v6')), ...MIGRATED_BOTS].flatMap((bot) =>
    getBlocks(readRealBot(bot) as never).flatMap(({ block, path: position }) => {
      const described = findDescribed(block.type);
      return described ? [{ bot, position, block: block as JsonObject, described }] : [];
    }),
  );

  it('are of several types', () => {
    expect(found.length).toBeGreaterThan(50);
    expect(new Set(found.map(({ block }) => block.type)).size).toBeGreaterThan(4);
  });

  it('are accepted', () => {
    const refused = found.flatMap(({ bot, position, block }) =>
      listProblems(block).map((problem) => `${bot} ${position}.${problem}`),
    );
    expect(refused).toStrictEqual([]);
  });

  it('have no option that a form does not show', () => {
    const undescribed = found.flatMap(({ bot, position, block, described }) =>
      listUndescribed(block.options ?? {}, getOptionsSchema(described.description)).map(
        (option) => `${bot} ${position} ${option}`,
      ),
    );
    expect(undescribed).toStrictEqual([]);
  });
});

describe('a wrong value', () => {
  it.each<[string, JsonObject, string]>([
    ['Webhook', { webhook: { method: 'FETCH' } }, 'options.webhook.method'],
    ['Webhook', { timeout: 0 }, 'options.timeout'],
    ['Zapier', { timeout: '10' }, 'options.timeout'],
    ['Make.com', { isExecutedOnClient: 'yes' }, 'options.isExecutedOnClient'],
    ['Pabbly', { webhook: { headers: { key: 'Accept' } } }, 'options.webhook.headers'],
    ['Email', { recipients: '{{Email}}' }, 'options.recipients'],
    ['Email', { isBodyCode: 1 }, 'options.isBodyCode'],
    ['gmail', { action: 'Send email', to: ['ada@example.com'] }, 'options.to'],
    ['Google Sheets', { action: 'Read' }, 'options.action'],
    [
      'Google Sheets',
      { action: 'Update a row', filter: { comparisons: [{ comparisonOperator: '=' }] } },
      'options.filter.comparisons.0.comparisonOperator',
    ],
    [
      'Google Sheets',
      { action: 'Get data from sheet', totalRowsToExtract: 'first' },
      'options.totalRowsToExtract',
    ],
    ['Google Analytics', { value: 'high' }, 'options.value'],
    ['Pixel', { eventType: 'purchase' }, 'options.eventType'],
    ['Chatwoot', { task: 'Open' }, 'options.task'],
    ['OpenAI', { messages: [{ role: 'Bot' }] }, 'options.messages.0.role'],
    ['OpenAI', { task: 'Create speech', voice: 'Ada' }, 'options.voice'],
    ['OpenAI', { messages: [{ role: 'Messages sequence ✨', content: 'Hi' }] }, 'options.messages.0.content'],
    ['openai', { action: 'create chat completion' }, 'options.action'],
    ['openai', { action: 'Create chat completion', temperature: 'hot' }, 'options.temperature'],
    [
      'openai',
      { action: 'Ask Model', responseMapping: [{ item: 'Thread ID' }] },
      'options.responseMapping.0.item',
    ],
    [
      'openai',
      { action: 'Create chat completion', tools: [{ parameters: [{ type: 'text' }] }] },
      'options.tools.0.parameters.0.type',
    ],
    [
      'mistral',
      { action: 'Generate variables', variablesToExtract: [{ type: 'enum', values: 'a,b' }] },
      'options.variablesToExtract.0.values',
    ],
    [
      'anthropic',
      { action: 'Create Chat Message', messages: [{ role: 'system' }] },
      'options.messages.0.role',
    ],
    ['nocodb', { action: 'Search Records', filter: { joiner: 'XOR' } }, 'options.filter.joiner'],
    ['cal-com', { action: 'Book event', layout: 'month_view' }, 'options.layout'],
    ['segment', { action: 'Track', properties: { plan: 'free' } }, 'options.properties'],
    ['posthog', { action: 'Capture', isAnonymous: 'true' }, 'options.isAnonymous'],
  ])('of %s %j is found at %s', (type, options, problem) => {
    expect(listProblems({ type, options })).toStrictEqual([problem]);
  });

  it.each<[string, JsonObject]>([
    ['openai', { action: 'Create chat completion', temperature: '{{Warmth}}' }],
    ['openai', { action: 'Create chat completion', temperature: '0,7' }],
    ['openai', { action: 'Create chat completion', model: 'a-model-of-tomorrow' }],
    ['openai', { model: 'gpt-4o', action: 'Ask Model', unknown: { of: ['the', 'future'] } }],
    ['anthropic', { action: 'Create Chat Message', responseMapping: [{ item: 'Message Content' }] }],
    ['dify-ai', { action: 'Create Chat Message', responseMapping: [{ item: 'Answer' }, {}] }],
    ['OpenAI', { messages: [{ role: 'user', content: '{{Question}}' }] }],
    ['Pixel', { params: [{ key: 'contents', value: [{ id: 'a', quantity: 2 }] }] }],
    ['Google Analytics', { value: '{{Score}}' }],
  ])('is not %s %j', (type, options) => {
    expect(listProblems({ type, options })).toStrictEqual([]);
  });
});
