import { describe, expect, it } from 'vitest';
import {
  createListElement,
  findVariant,
  fits,
  isShown,
  listChoices,
  parseNumber,
  summarizeElement,
  toPickedDate,
} from '#apps/console/bot/forms/form-model.ts';
import type { FieldNodes, FormNode } from '#apps/sites/form-node.ts';

describe('a field that depends on another', () => {
  const siblings: FieldNodes = {
    isEnabled: { kind: 'flag', title: 'On' },
    isSearchable: { kind: 'flag', title: 'Search', default: true },
  };
  const toField = (field: string, is: (string | boolean | null)[]): FormNode => ({
    kind: 'text',
    shownIf: { field, is },
  });

  it('is shown for the value that it names', () => {
    expect(isShown(toField('isEnabled', [true]), siblings, { isEnabled: true })).toBe(true);
    expect(isShown(toField('isEnabled', [true]), siblings, { isEnabled: false })).toBe(false);
    expect(isShown(toField('isEnabled', [true]), siblings, {})).toBe(false);
  });

  it('follows the default of an absent value, and null without one', () => {
    expect(isShown(toField('isSearchable', [true]), siblings, {})).toBe(true);
    expect(isShown(toField('isEnabled', [null, false]), siblings, {})).toBe(true);
  });
});

describe('variants', () => {
  const node = {
    kind: 'variants',
    field: 'action',
    standard: 'Ask',
    otherwise: { common: { kind: 'text' } },
    variants: { Ask: { question: { kind: 'text' } }, Tell: { answer: { kind: 'text' } } },
  } as const;

  it('are chosen by the value, or by the standard if it is absent', () => {
    expect(findVariant(node, { action: 'Tell' })).toEqual({ answer: { kind: 'text' } });
    expect(findVariant(node, {})).toEqual({ question: { kind: 'text' } });
  });

  it('leave the common fields for a value that is not listed', () => {
    for (const action of ['Sing', 'constructor', 5]) {
      expect(findVariant(node, { action })).toEqual({ common: { kind: 'text' } });
    }
  });
});

describe('a choice', () => {
  const node = {
    kind: 'choice',
    values: ['a', 'b', 'old'],
    choices: ['First', 'Second', 'Former'],
    unofferedChoices: ['old'],
  } as const;

  it('offers an old value only where it is chosen', () => {
    expect(listChoices(node, 'a').map(({ label }) => label)).toEqual(['First', 'Second']);
    expect(listChoices(node, 'old').map(({ label }) => label)).toEqual(['First', 'Second', 'Former']);
  });

  it('keeps a value that it does not know', () => {
    expect(listChoices(node, 'other')).toContainEqual({ value: 'other', label: 'other' });
  });
});

describe('a number', () => {
  const node = { kind: 'number', takesText: true } as const;

  it('is read as a number, a variable or nothing', () => {
    expect(parseNumber(node, ' 5.5 ')).toEqual({ value: 5.5 });
    expect(parseNumber(node, '{{Age}}')).toEqual({ value: '{{Age}}' });
    expect(parseNumber(node, ' ')).toEqual({ value: undefined });
  });

  it('refuses other texts, and numbers beyond its bounds', () => {
    expect(parseNumber(node, 'five')).toHaveProperty('error');
    expect(parseNumber({ kind: 'number' }, '{{Age}}')).toHaveProperty('error');
    expect(parseNumber({ kind: 'number', min: 0, max: 100 }, '101')).toEqual({ error: 'Enter at most 100.' });
    expect(parseNumber({ kind: 'number', min: 0, max: 100 }, '-1')).toEqual({ error: 'Enter at least 0.' });
  });
});

it('shows a value of another kind as JSON', () => {
  expect(fits({ kind: 'text' }, ['list'])).toBe(false);
  expect(fits({ kind: 'number' }, '5')).toBe(false);
  expect(fits({ kind: 'number', takesText: true }, '5')).toBe(true);
  expect(fits({ kind: 'section', fields: {} }, null)).toBe(false);
  expect(fits({ kind: 'list', element: { kind: 'text' } }, {})).toBe(false);
  expect(fits({ kind: 'any', control: 'richText' }, 'text')).toBe(false);
  expect(fits({ kind: 'flag' }, undefined)).toBe(true);
});

it.each([
  ['a name', 'Inter', true],
  ['a font of Google', { type: 'Google', family: 'Inter' }, true],
  ['a font of its author', { type: 'Custom', family: 'Own', css: '@font-face {}' }, true],
  ['of an unknown kind', { type: 'Other', family: 'Inter' }, false],
  ['with a part of another type', { type: 'Google', family: ['Inter'] }, false],
  ['a list', ['Inter'], false],
])('knows a font: %s', (_, value, isFont) => {
  expect(fits({ kind: 'any', control: 'font' }, value)).toBe(isFont);
});

it('gives a new element of a list the ids that it needs', () => {
  const fields: FieldNodes = { id: { kind: 'any', control: 'id' }, value: { kind: 'text' } };
  expect(createListElement({ kind: 'section', fields }, () => 'new')).toEqual({ id: 'new' });
  expect(createListElement({ kind: 'text' }, () => 'new')).toBe('');
});

it('summarizes an element by its texts, without ids', () => {
  expect(summarizeElement({ id: 'x', variableId: 'y', key: 'Accept', value: 'json' })).toBe('Accept · json');
  expect(summarizeElement('plain')).toBe('plain');
});

describe('the picker of a date', () => {
  it('shows a date, with a time where the field has one', () => {
    expect(toPickedDate('2026-01-31', false)).toBe('2026-01-31');
    expect(toPickedDate('2026-01-31T18:30', true)).toBe('2026-01-31T18:30');
    expect(toPickedDate(' 2026-01-31 ', true)).toBe('2026-01-31T00:00');
    expect(toPickedDate('2026-01-31T18:30', false)).toBe('2026-01-31');
  });

  it.each(['', '{{Birthday}}', '2026-01-{{Day}}', 'tomorrow', '31/01/2026'])(
    'is empty for %j, which stays in the text field',
    (text) => {
      expect(toPickedDate(text, false)).toBe('');
      expect(toPickedDate(text, true)).toBe('');
    },
  );
});
