import { describe, expect, it } from 'vitest';
import { checkFlow } from '#lib/bots/flow/flow-check.ts';
import { toImportedDocument } from '#lib/bots/incoming/imported-document.ts';
import { CASES, readCase } from '#test/support/cases.ts';
import { botWithBlocks, findIssues } from './bot-with-blocks.ts';

const wait = (options: unknown = { secondsToWaitFor: '3' }) => ({ id: 'w', type: 'Wait', options });
const request = { id: 'h', type: 'Webhook', options: { webhook: { url: 'https://h.example' } } };
const says = { id: 't', type: 'text', content: { richText: [{ type: 'p', children: [{ text: 'x' }] }] } };
const asks = { id: 'i', type: 'text input', options: { variableId: 'v' } };

const check = (...blocks: unknown[]) => findIssues(botWithBlocks(blocks), 'WAIT_WITHOUT_PAUSE');
const at = (index: number) => `bot.groups[0].blocks[${index}].options.shouldPause`;

describe('A wait that does not pause', () => {
  it.each([
    request,
    { id: 'h', type: 'Email', options: {} },
    { id: 'h', type: 'Google Sheets', options: {} },
    {
      id: 'h',
      type: 'Code',
      options: { isExecutedOnClient: false, content: 'await fetch("https://h.example")' },
    },
  ])('does not delay $type', (block) => {
    expect(check(says, wait(), block, asks)).toStrictEqual([`warning ${at(1)}`]);
  });

  it('may only be there to be seen if a bubble follows', () => {
    expect(check(wait(), says, request)).toStrictEqual([`info ${at(0)}`]);
  });

  it.each([
    ['seconds of a variable', { secondsToWaitFor: '{{Name}}' }],
    ['a fraction of a second', { secondsToWaitFor: '0,5' }],
    ['a number', { secondsToWaitFor: 2 }],
  ])('is found with %s', (_, options) => {
    expect(check(wait(options), request)).toStrictEqual([`warning ${at(0)}`]);
  });

  it.each([
    ['it pauses', [wait({ secondsToWaitFor: '3', shouldPause: true }), request]],
    ['it waits for nothing', [wait({ secondsToWaitFor: '' }), wait({ secondsToWaitFor: '0' }), request]],
    ['an input comes first', [wait(), asks, request]],
    ['another wait pauses', [wait(), wait({ secondsToWaitFor: '1', shouldPause: true }), request]],
    ['the request is sent before it', [request, wait(), says, asks]],
    ['the client sends the request', [wait(), { ...request, options: { isExecutedOnClient: true } }]],
    ['the client runs the code', [wait(), { id: 'c', type: 'Code', options: { content: 'fetch("/x")' } }]],
    [
      'the client sets a variable first',
      [wait(), { id: 's', type: 'Set variable', options: { type: 'Device type' } }, request],
    ],
    [
      'code only computes',
      [wait(), { id: 'c', type: 'Code', options: { isExecutedOnClient: false, content: '1' } }],
    ],
  ])('raises no issue if %s', (_, blocks) => {
    expect(check(...blocks)).toStrictEqual([]);
  });

  it('is followed along edges, conditions and jumps, also in circles', () => {
    const document = botWithBlocks([{ ...wait(), outgoingEdgeId: 'e1' }]);
    const group = (id: string, blocks: unknown[]) => ({
      id,
      title: id,
      graphCoordinates: { x: 0, y: 0 },
      blocks,
    });
    document.groups.push(
      group('g2', [{ id: 'c', type: 'Condition', items: [{ id: 'c1', outgoingEdgeId: 'e2' }] }]),
      group('g3', [{ id: 'j', type: 'Jump', options: { groupId: 'g4', blockId: 'last' } }]),
      group('g4', [asks, { ...request, id: 'last' }]),
      group('g5', [{ ...wait(), id: 'w5', outgoingEdgeId: 'e5' }]),
    );
    document.edges.push(
      { id: 'e1', from: { blockId: 'w' }, to: { groupId: 'g2' } },
      { id: 'e2', from: { blockId: 'c', itemId: 'c1' }, to: { groupId: 'g3' } },
      { id: 'e5', from: { blockId: 'w5' }, to: { groupId: 'g5' } },
    );
    const [issue] = checkFlow(document).filter(({ code }) => code === 'WAIT_WITHOUT_PAUSE');
    expect(issue).toMatchObject({ severity: 'warning', path: at(0) });
    expect(issue?.message).toContain('HTTP (bot.groups[3].blocks[1])');
    expect(findIssues(document, 'WAIT_WITHOUT_PAUSE')).toHaveLength(1);
  });

  it('takes no longer in a flow of waits only', () => {
    const blocks = Array.from({ length: 5_000 }, (_, index) => ({ ...wait(), id: `w${index}` }));
    expect(check(...blocks)).toStrictEqual([]);
  });

  it.skipIf(CASES.length === 0)('is found in the reported case', () => {
    const { document } = toImportedDocument(readCase('27').bot);
    expect(findIssues(document, 'WAIT_WITHOUT_PAUSE')).toStrictEqual([`warning ${at(1)}`]);
  });
});
