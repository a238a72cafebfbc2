import { describe, expect, it } from 'vitest';
import {
  addOperations,
  applyOnto,
  confirmSent,
  createDraftState,
  type DraftState,
  dropLatest,
  replaceCurrent,
  returnSent,
  startSending,
} from '#apps/console/bot/draft/draft-state.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import type { EditOperation } from '#lib/bots/editing/operation.ts';

function createDocument(titles: readonly string[]): BotDocument {
  return {
    name: 'Small',
    version: '6',
    events: [],
    groups: titles.map((title, index) => ({
      id: `g${index}`,
      title,
      graphCoordinates: { x: 0, y: 0 },
      blocks: [],
    })),
    edges: [],
    variables: [],
    theme: {},
    settings: {},
  } as unknown as BotDocument;
}

function rename(groupId: string, was: string, value: string): EditOperation {
  return { op: 'changeGroup', groupId, path: ['title'], was, value };
}

function add(state: DraftState, ...operations: EditOperation[]): DraftState {
  const added = addOperations(state, operations);
  if (!added) throw new Error('The operations do not apply');
  return added;
}

const titlesOf = ({ groups }: BotDocument) => groups.map(({ title }) => title);

describe('a draft that is being edited', () => {
  const opened = createDraftState(createDocument(['A', 'B']));

  it('shows what has been done before it is saved', () => {
    const sending = startSending(add(opened, rename('g0', 'A', 'A1')));
    const edited = add(sending, rename('g0', 'A1', 'A2'));
    expect(titlesOf(edited.document)).toEqual(['A2', 'B']);
    const confirmed = confirmSent(edited);
    expect(titlesOf(confirmed.saved)).toEqual(['A1', 'B']);
    expect(titlesOf(confirmed.document)).toEqual(['A2', 'B']);
    expect(confirmed.waiting).toHaveLength(1);
  });

  it('sends again what has not been applied, in the same order', () => {
    const sending = startSending(add(opened, rename('g0', 'A', 'A1')));
    const returned = returnSent(add(sending, rename('g0', 'A1', 'A2')));
    expect(returned.waiting.map((one) => 'value' in one && one.value)).toEqual(['A1', 'A2']);
  });

  it('takes back the latest operations without sending them, unless others have followed', () => {
    const operations = [rename('g0', 'A', 'A1')];
    const edited = add(opened, ...operations);
    expect(titlesOf((dropLatest(edited, operations) as DraftState).document)).toEqual(['A', 'B']);
    expect(dropLatest(add(edited, rename('g1', 'B', 'B1')), operations)).toBeUndefined();
    expect(dropLatest(startSending(edited), operations)).toBeUndefined();
  });

  it('refuses what does not apply', () => {
    expect(addOperations(opened, [rename('g0', 'other', 'A1')])).toBeUndefined();
  });

  it('keeps edits of other groups when somebody else has changed one', () => {
    const edited = add(opened, rename('g0', 'A', 'A1'), rename('g1', 'B', 'B1'));
    const { state, collisions } = applyOnto(edited, createDocument(['A', 'Theirs']));
    expect(titlesOf(state.document)).toEqual(['A1', 'Theirs']);
    expect(state.waiting).toHaveLength(1);
    expect(collisions).toMatchObject([{ clash: { was: 'B', current: 'Theirs' } }]);
  });

  it('puts the own value over the other one on request', () => {
    const theirs = createDocument(['A', 'Theirs']);
    expect(replaceCurrent(theirs, rename('g1', 'B', 'B1'))).toEqual(rename('g1', 'Theirs', 'B1'));
    expect(replaceCurrent(createDocument(['A']), rename('g1', 'B', 'B1'))).toBeUndefined();
  });

  it('is not in conflict with somebody who did the same', () => {
    const edited = add(opened, rename('g1', 'B', 'Same'));
    const { state, collisions } = applyOnto(edited, createDocument(['A', 'Same']));
    expect(collisions).toEqual([]);
    expect(state.waiting).toEqual([]);
  });
});
