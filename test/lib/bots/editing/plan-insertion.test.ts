import { describe, expect, it } from 'vitest';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { copyFragment } from '#lib/bots/editing/flow-fragment.ts';
import { planInsertion } from '#lib/bots/editing/plan-insertion.ts';
import { checkFlow } from '#lib/bots/flow/flow-check.ts';
import { frozen, group, smallBot } from '#test/lib/bots/migrations/small-bot.ts';
import { bakery } from './bakery-bot.ts';
import { createIdMaker, expectEdit } from './expect-edit.ts';

const SOURCE = { botId: 'bakery', workspaceId: 'shops' };
const TARGET = { botId: 'other', workspaceId: 'shops', position: { x: 1_000, y: 500 } };

const other: BotDocument = frozen({
  ...smallBot({
    version: '6.1',
    events: [],
    groups: [group('own', [{ id: 'ask', type: 'text' }])],
    variables: [{ id: 'x1', name: 'Name' }],
  }),
  name: 'Other',
});

const mail = {
  id: 'mail',
  type: 'Email',
  options: { credentialsId: 'c1', recipients: ['{{Address}}'], 'x-note': { variableId: 'v3' } },
};
const mailer: BotDocument = frozen({
  ...bakery,
  groups: [group('g9', [mail])],
  edges: [],
  variables: [{ id: 'v3', name: 'Address', value: null }],
});

function insert(groupIds: string[], target: Partial<typeof TARGET> = {}, document = bakery) {
  const fragment = JSON.parse(JSON.stringify(copyFragment(document, { groupIds }, SOURCE)));
  const { operations, warnings } = planInsertion(other, fragment, { ...TARGET, ...target }, createIdMaker());
  return { result: expectEdit(other, operations), warnings };
}

describe('planInsertion', () => {
  it('inserts groups with new ids, side by side as they were', () => {
    const { result, warnings } = insert(['g1', 'g2']);
    expect(warnings).toStrictEqual([]);
    const [own, first, second] = result.groups;
    expect(own).toStrictEqual(other.groups[0]);
    expect([first?.graphCoordinates, second?.graphCoordinates]).toStrictEqual([
      { x: 1_000, y: 500 },
      { x: 1_000, y: 500 },
    ]);
    expect(JSON.stringify(result.groups.slice(1))).not.toMatch(/"(?:id|outgoingEdgeId)":"(?!new-)/);
    expect(result.edges).toHaveLength(2);
    expect(checkFlow(result).filter(({ code }) => code === 'DANGLING')).toStrictEqual([]);
  });

  it('drops edges and jumps to groups that are not in the fragment', () => {
    expect(insert(['g1']).result.edges).toStrictEqual([]);
    const { result, warnings } = insert(['g3']);
    expect(result.groups[1]?.blocks).toMatchObject([{ options: {} }, { options: { typebotId: 'current' } }]);
    expect(JSON.stringify(result)).not.toContain('g1');
    expect(warnings).toMatchObject([
      { code: 'DROPPED', path: 'fragment.groups[0].blocks[0].options.groupId', group: 'Title of g3' },
      { code: 'DROPPED', path: 'fragment.groups[0].blocks[1].options.groupId' },
    ]);
  });

  it('keeps jumps to groups of the same bot', () => {
    const fragment = copyFragment(bakery, { groupIds: ['g3'] }, SOURCE);
    const target = { ...TARGET, botId: 'bakery' };
    const { operations, warnings } = planInsertion(bakery, fragment, target, createIdMaker());
    expect(warnings).toStrictEqual([]);
    expect(expectEdit(bakery, operations).groups[3]?.blocks[0]).toMatchObject({
      options: { groupId: 'g1', blockId: 'ask' },
    });
  });

  it('takes the variables with the same names, and adds the others', () => {
    const first = insert(['g1']).result;
    expect(first.variables).toStrictEqual(other.variables);
    expect(first.groups[1]?.blocks[1]).toMatchObject({ options: { variableId: 'x1' } });
    const second = insert(['g9'], {}, mailer).result;
    expect(second.variables[1]).toStrictEqual({ id: 'new-1', name: 'Address', value: null });
    expect(second.groups[1]?.blocks[0]).toMatchObject({ options: { 'x-note': { variableId: 'new-1' } } });
  });

  it('keeps credentials of the same workspace, and drops those of another', () => {
    const kept = insert(['g9'], {}, mailer);
    expect(kept.result.groups[1]?.blocks[0]).toMatchObject({ options: { credentialsId: 'c1' } });
    const { result, warnings } = insert(['g9'], { workspaceId: 'bakers' }, mailer);
    expect(JSON.stringify(result)).not.toContain('c1');
    expect(warnings).toMatchObject([
      {
        code: 'DROPPED',
        path: 'fragment.groups[0].blocks[0].options.credentialsId',
        group: 'Title of g9',
        block: expect.any(String),
      },
    ]);
  });

  it('drops credentials if nobody knows where they come from', () => {
    const { workspaceId: _, ...fragment } = copyFragment(mailer, { groupIds: ['g9'] }, SOURCE);
    expect(planInsertion(other, fragment, TARGET, createIdMaker()).warnings).toHaveLength(1);
  });

  it('inserts blocks into a group', () => {
    const fragment = copyFragment(bakery, { blockIds: ['welcome', 'ask', 'again'] }, SOURCE);
    expect(fragment.kind).toBe('blocks');
    const target = { ...TARGET, position: { groupId: 'own', index: 0 } };
    const { operations } = planInsertion(other, fragment, target, createIdMaker());
    const { groups, edges } = expectEdit(other, operations);
    const ids = groups[0]?.blocks.map((block) => (block as { id: string }).id) ?? [];
    expect(ids[3]).toBe('ask');
    expect(groups).toHaveLength(1);
    expect(edges).toMatchObject([{ from: { blockId: ids[1] }, to: { groupId: 'own', blockId: ids[2] } }]);
  });

  it('inserts nothing from an empty fragment', () => {
    const fragment = copyFragment(bakery, { groupIds: [] }, SOURCE);
    expect(planInsertion(other, fragment, TARGET, createIdMaker())).toStrictEqual({
      operations: [],
      warnings: [],
    });
  });

  const fragment = copyFragment(bakery, { groupIds: ['g1', 'g2'] }, SOURCE);
  const deep = JSON.parse(`${'['.repeat(300)}${']'.repeat(300)}`);
  it.each([
    ['no object', 'text', 'fragment'],
    ['nothing', null, 'fragment'],
    ['an unknown kind', { ...fragment, kind: 'x' }, 'fragment.kind'],
    ['an old version', { ...fragment, version: '5' }, 'fragment.version'],
    ['no version', { ...fragment, version: undefined }, 'fragment.version'],
    ['no list of groups', { ...fragment, groups: {} }, 'fragment.groups'],
    [
      'a group without an id',
      { ...fragment, groups: [{ ...fragment.groups[0], id: '' }] },
      'fragment.groups[0].id',
    ],
    [
      'a group without a title',
      { ...fragment, groups: [{ ...fragment.groups[0], title: 1 }] },
      'fragment.groups[0].title',
    ],
    [
      'a group without coordinates',
      { ...fragment, groups: [{ ...fragment.groups[0], graphCoordinates: { x: 1 } }] },
      'fragment.groups[0].graphCoordinates',
    ],
    [
      'a group without blocks',
      { ...fragment, groups: [{ ...fragment.groups[0], blocks: 1 }] },
      'fragment.groups[0].blocks',
    ],
    [
      'an edge from nowhere',
      { ...fragment, edges: [{ id: 'e', from: {}, to: { groupId: 'g' } }] },
      'fragment.edges[0].from',
    ],
    [
      'an edge to nowhere',
      { ...fragment, edges: [{ id: 'e', from: { blockId: 'b' }, to: {} }] },
      'fragment.edges[0].to',
    ],
    ['a variable without a name', { ...fragment, variables: [{ id: 'v' }] }, 'fragment.variables[0].name'],
    [
      'a variable with a number',
      { ...fragment, variables: [{ id: 'v', name: 'V', value: 1 }] },
      'fragment.variables[0].value',
    ],
    ['a foreign workspace that is not a text', { ...fragment, workspaceId: 1 }, 'fragment.workspaceId'],
    ['values nested too deeply', { ...fragment, note: deep }, 'fragment'],
    ['a prototype', { ...fragment, note: JSON.parse('{"__proto__":{}}') }, 'fragment'],
  ])('refuses %s', (_, value, path) => {
    expect(() => planInsertion(other, value, TARGET, createIdMaker())).toThrow(
      expect.objectContaining({ code: 'BAD_REQUEST', issues: [expect.objectContaining({ path })] }),
    );
  });
});
