import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { describeDocumentForms, describeForms, toFormNode } from '#apps/sites/describe-forms.ts';
import type { FormNode } from '#apps/sites/form-node.ts';
import { BLOCK_DESCRIPTIONS } from '#lib/blocks/block-descriptions.ts';
import {
  describeChoice,
  describeFlag,
  describeList,
  describeNumber,
  describeSection,
  describeString,
  describeVariants,
} from '#lib/blocks/field-schema.ts';

describe('a form made from a description', () => {
  it('has a node for each kind of value, with its hints', () => {
    const section = describeSection(
      {
        name: describeString({ title: 'Name', placeholder: 'Ada' }),
        age: describeNumber({ title: 'Age', unit: 'years' }),
        isMember: describeFlag({ title: 'Member', default: true }),
        size: describeChoice(['s', 'l'], { title: 'Size', choices: ['Small', 'Large'] }),
        tags: describeList(describeString({ title: 'Tag' }), { title: 'Tags', isRare: true }),
        internal: describeString({ title: 'Internal', control: 'hidden' }),
      },
      { title: 'Person' },
    );
    expect(toFormNode(section)).toEqual({
      title: 'Person',
      kind: 'section',
      fields: {
        name: { title: 'Name', placeholder: 'Ada', kind: 'text' },
        age: { title: 'Age', unit: 'years', kind: 'number', takesText: true },
        isMember: { title: 'Member', default: true, kind: 'flag' },
        size: { title: 'Size', choices: ['Small', 'Large'], kind: 'choice', values: ['s', 'l'] },
        tags: { title: 'Tags', isRare: true, kind: 'list', element: { title: 'Tag', kind: 'text' } },
      },
    });
  });

  it('has the fields of each variant, and those that all of them have for any other value', () => {
    const text = (title: string) => describeString({ title });
    const variants = describeVariants(
      { account: text('Account') },
      { name: 'action', hint: { title: 'Action' }, standard: 'Ask' },
      { Ask: { question: text('Question') }, Tell: {} },
    );
    const account = { title: 'Account', kind: 'text' };
    expect(toFormNode(variants)).toEqual({
      title: 'Action',
      kind: 'variants',
      field: 'action',
      standard: 'Ask',
      otherwise: { account },
      variants: { Ask: { account, question: { title: 'Question', kind: 'text' } }, Tell: { account } },
    });
  });

  it('refuses a description that no control can show', () => {
    expect(() => toFormNode(z.date())).toThrow('date');
  });
});

describe('the forms of all blocks', () => {
  const forms = describeForms();

  it('are one for each description', () => {
    expect(Object.keys(forms)).toEqual([...BLOCK_DESCRIPTIONS.keys()]);
  });

  it('label every field, choice by choice', () => {
    const faults = Object.entries(forms).flatMap(([type, fields]) =>
      Object.entries(fields).flatMap(([key, node]) => findFaults(node, `${type}.${key}`)),
    );
    expect(faults).toEqual([]);
  });
});

describe('the forms of theme and settings', () => {
  const { theme, settings } = describeDocumentForms();

  it('label every field, choice by choice', () => {
    const faults = Object.entries({ ...theme, ...settings }).flatMap(([key, node]) => findFaults(node, key));
    expect(faults).toEqual([]);
  });

  it('leave out what has no effect here', () => {
    expect(Object.keys(settings)).toEqual(['general', 'typingEmulation', 'metadata', 'security']);
    expect(JSON.stringify(settings)).not.toMatch(/branding|whatsApp/i);
  });

  it('ask for colors, pictures, fonts and names of variables with controls of their own', () => {
    const text = JSON.stringify([theme, settings]);
    for (const control of ['colour', 'image', 'font', 'variableName', 'code']) {
      expect(text).toContain(`"control":"${control}"`);
    }
    expect(theme.general).toMatchObject({
      fields: { font: { kind: 'any' }, background: { kind: 'variants', standard: 'Color' } },
    });
  });
});

/** Lists the paths of fields without a label, and of choices with more or fewer labels than values. */
function findFaults(node: FormNode, path: string): string[] {
  const own = node.title || node.control === 'id' ? [] : [`${path} has no title`];
  if (node.kind === 'choice' && node.choices && node.choices.length !== node.values.length) own.push(path);
  const parts: [string, FormNode][] =
    node.kind === 'section'
      ? Object.entries(node.fields)
      : node.kind === 'list'
        ? [['[]', node.element]]
        : node.kind === 'variants'
          ? Object.entries(node.variants).flatMap(([name, fields]) =>
              Object.entries(fields).map(([key, part]): [string, FormNode] => [`${name}.${key}`, part]),
            )
          : [];
  return [...own, ...parts.flatMap(([key, part]) => findFaults(part, `${path}.${key}`))];
}
