import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { FieldHint } from '#lib/blocks/field-schema.ts';
import { readAllowedOrigins } from '#lib/bots/document/allowed-origins.ts';
import { importedDocumentSchema, settings, theme } from '#lib/bots/document/bot-schema.ts';
import { INERT_FIELDS } from '#lib/bots/document/inert-fields.ts';
import { type DescribedPart, DOCUMENT_OPTIONS } from '#lib/bots/document/options/document-options.ts';
import { toBotPageHead } from '#lib/bots/page/bot-page-head.ts';
import { prefillable } from '#lib/chat/prefillable-variables.ts';
import { startPropsAction } from '#lib/engine/turn/start-props.ts';
import { isJsonObject, type JsonObject } from '#lib/platform/json/json-object.ts';
import { generateValues } from '#test/lib/blocks/described-values.ts';

/*
 * Theme and settings are read leniently: what the window and the service do not understand is absent. So a description is
 * only right if they read everything that it accepts, and if the API accepts it, too.
 */

/** The window's modules, which are typed for browsers and tested here without one. */
const WINDOW = '#apps/window';
const { isRemembering } = (await import(`${WINDOW}/chat/chat-memory.ts`)) as {
  isRemembering(settings: JsonObject): boolean;
};
const { systemMessage } = (await import(`${WINDOW}/chat/system-message.ts`)) as {
  systemMessage(name: string, settings: JsonObject): string;
};
const { SYSTEM_MESSAGES } = (await import(`${WINDOW}/labels.ts`)) as {
  SYSTEM_MESSAGES: Readonly<Record<string, string>>;
};
const { windowTheme } = (await import(`${WINDOW}/theme/theme-styles.ts`)) as {
  windowTheme(bot: { theme: JsonObject; version: string }): { properties: Record<string, string> };
};
const { pauseBetweenBubblesMs, typingDelayMs } = (await import(`${WINDOW}/typing-delay.ts`)) as {
  pauseBetweenBubblesMs(settings: JsonObject): number;
  typingDelayMs(text: string, settings: JsonObject, isFirstMessage: boolean): number;
};

const API_SCHEMAS: Record<DescribedPart, z.ZodObject> = { theme: theme(), settings: settings() };
const PARTS = ['theme', 'settings'] as const;

/** Settings whose readers are too deep inside of a chat or a page to be called here. Browser and HTTP suites use them. */
const READ_IN_CHATS = [
  'general.isHideQueryParamsEnabled',
  'general.isInputPrefillEnabled',
  'general.rememberUser.storage',
  'general.systemMessages.botClosed',
  'general.systemMessages.invalidMessage',
];

const generatePart = (part: DescribedPart) =>
  generateValues(DOCUMENT_OPTIONS[part]()) as fc.Arbitrary<JsonObject>;

beforeAll(() => {
  // The window asks its browser. This one knows no colors.
  vi.stubGlobal('CSS', { supports: () => false });
  vi.stubGlobal('location', { origin: 'https://bots.example.com' });
});

afterAll(() => vi.unstubAllGlobals());

describe.each(PARTS)('what the description of %s accepts', (part) => {
  it('is accepted by the API', () => {
    fc.assert(
      fc.property(generatePart(part), (value) => {
        expect(API_SCHEMAS[part].safeParse(value).error).toBeUndefined();
        expect(importedDocumentSchema().safeParse({ [part]: value }).error).toBeUndefined();
      }),
    );
  });

  it('is all that the API knows', () => {
    const described = listLeaves(DOCUMENT_OPTIONS[part]());
    expect(listLeaves(API_SCHEMAS[part]).filter((leaf) => !described.includes(leaf))).toEqual([]);
  });

  it('has an effect, unless forms do not show it', () => {
    const reads = new Set<string>();
    for (const value of fc.sample(generatePart(part), { numRuns: 500, seed: 1 })) {
      READERS[part](recordReads(value, reads));
    }
    const schema = DOCUMENT_OPTIONS[part]();
    const shown = listLeaves(schema, isHidden);
    expect(shown.filter((leaf) => !reads.has(leaf) && !READ_IN_CHATS.includes(leaf))).toEqual([]);
    const hidden = listLeaves(schema).filter((leaf) => !shown.includes(leaf));
    const isInert = (leaf: string) =>
      INERT_FIELDS.some(({ field }) => `${part}.${leaf}.`.startsWith(`${field}.`));
    expect(hidden.filter((leaf) => !isInert(leaf))).toEqual([]);
  });
});

describe('the defaults that are described', () => {
  it.each(['6', '6.1'] as const)('are those of a window of version %s', (version) => {
    const described = collectDefaults(DOCUMENT_OPTIONS.theme()) as JsonObject;
    expect(described).toMatchObject({ chat: { roundness: 'medium' }, general: { font: 'Open Sans' } });
    // A bot without a font makes no request for one.
    const { font, ...general } = described.general as JsonObject;
    const filled = { ...described, general };
    expect(windowTheme({ theme: filled, version })).toEqual(windowTheme({ theme: {}, version }));
    expect(windowTheme({ theme: { general: { font } }, version }).properties['--font']).toBe(
      windowTheme({ theme: {}, version }).properties['--font'],
    );
  });

  it('are those of messages and typing', () => {
    const described = collectDefaults(DOCUMENT_OPTIONS.settings()) as JsonObject;
    for (const [name, text] of Object.entries(SYSTEM_MESSAGES)) {
      expect(systemMessage(name, described)).toBe(text);
      expect((described.general as JsonObject).systemMessages).toHaveProperty(name, text);
    }
    const text = 'one two three four five six seven';
    for (const isFirst of [true, false]) {
      expect(typingDelayMs(text, described, isFirst)).toBe(typingDelayMs(text, {}, isFirst));
    }
    expect(pauseBetweenBubblesMs(described)).toBe(pauseBetweenBubblesMs({}));
    expect(isRemembering(described)).toBe(isRemembering({}));
    expect(toBotPageHead({ settings: described })).toEqual(toBotPageHead({}));
  });
});

/** Reads a part as the window and the service do. */
const READERS: Record<DescribedPart, (value: JsonObject) => void> = {
  theme: (value) => void windowTheme({ theme: value, version: '6.1' }),
  settings: (value) => {
    const flow = { groups: [], settings: value } as never;
    for (const isFirst of [true, false]) typingDelayMs('some words', value, isFirst);
    pauseBetweenBubblesMs(value);
    isRemembering(value);
    for (const name of Object.keys(SYSTEM_MESSAGES)) systemMessage(name, value);
    toBotPageHead({ settings: value });
    readAllowedOrigins(value);
    prefillable(flow, { Name: 'Ada' });
    startPropsAction(flow);
  },
};

/** Returns the value with the paths of all that is read from it added to `reads`. */
function recordReads(value: JsonObject, reads: Set<string>, path = ''): JsonObject {
  return new Proxy(value, {
    get(target, key) {
      const inner: unknown = Reflect.get(target, key);
      if (typeof key !== 'string') return inner;
      const innerPath = path === '' ? key : `${path}.${key}`;
      reads.add(innerPath);
      return isJsonObject(inner) ? recordReads(inner, reads, innerPath) : inner;
    },
  });
}

/**
 * Lists the paths of values that are not objects. Lists are such values.
 *
 * @param isLeftOut tells which fields are left out, with all that is in them
 */
function listLeaves(
  schema: z.core.$ZodType,
  isLeftOut: (schema: z.core.$ZodType) => boolean = () => false,
  path = '',
): string[] {
  if (schema instanceof z.ZodOptional) return listLeaves(schema.unwrap(), isLeftOut, path);
  if (schema instanceof z.ZodUnion) {
    return [...new Set(schema.options.flatMap((option) => listLeaves(option, isLeftOut, path)))];
  }
  if (!(schema instanceof z.ZodObject)) return [path];
  return Object.entries(schema.shape).flatMap(([key, field]) =>
    isLeftOut(field as z.core.$ZodType)
      ? []
      : listLeaves(field as z.core.$ZodType, isLeftOut, path === '' ? key : `${path}.${key}`),
  );
}

function isHidden(schema: z.core.$ZodType): boolean {
  if (schema instanceof z.ZodOptional) return isHidden(schema.unwrap());
  return getHint(schema).control === 'hidden';
}

/** Collects the defaults of a description, as a value with all of them. */
function collectDefaults(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodOptional) return collectDefaults(schema.unwrap());
  if (!(schema instanceof z.ZodObject)) return getHint(schema).default;
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([key, field]) => {
      const value = collectDefaults(field as z.core.$ZodType);
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

function getHint(schema: z.core.$ZodType): Partial<FieldHint> {
  return (z.globalRegistry.get(schema) ?? {}) as Partial<FieldHint>;
}
