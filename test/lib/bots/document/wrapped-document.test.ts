import { describe, expect, it } from 'vitest';
import {
  findDocument,
  findPatch,
  unwrapDocument,
  unwrapRounded,
} from '#lib/bots/document/wrapped-document.ts';
import { nameAfterFile } from '#lib/bots/incoming/name-after-file.ts';
import { stepsEraDocument, v5Document, v6Document } from '#test/fixtures/documents.ts';

const refuse = (sent: unknown) => {
  const found = findDocument(sent);
  return 'refusal' in found ? found.refusal : undefined;
};

describe('A document is found', () => {
  it.each([
    ['of version 6', v6Document()],
    ['of version 5', v5Document()],
    ['from before June 2022', stepsEraDocument()],
    ['with groups alone', { groups: [] }],
    ['with events alone', { events: [{ id: 's', type: 'start' }] }],
    ['with edges alone', { edges: [] }],
    ['with an unknown key of its own that is called bot', { groups: [], bot: { groups: [{ id: 'g' }] } }],
  ])('unchanged: %s', (_, document) => {
    expect(findDocument(document)).toEqual({ content: document, path: [] });
    expect(unwrapDocument(document).content).toBe(document);
  });

  it.each([
    ['bot', { bot: v6Document() }],
    ['typebot', { typebot: v6Document(), currentUserMode: 'write' }],
    ['publishedBot', { publishedBot: v6Document() }],
    ['publishedTypebot', { publishedTypebot: v6Document(), version: '6' }],
    ['release', { release: v6Document() }],
    ['bot', { bot: v6Document(), warnings: [{ code: 'DROPPED' }], release: 3 }],
  ])('in a response: %s', (key, sent) => {
    expect(findDocument(sent)).toEqual({ content: v6Document(), path: [key] });
  });

  it('in several wrappers, also one from before June 2022', () => {
    expect(findDocument({ bot: { typebot: v6Document() } })).toEqual({
      content: v6Document(),
      path: ['bot', 'typebot'],
    });
    const old = stepsEraDocument();
    expect(unwrapDocument({ typebot: { bot: { typebot: old } } }).content).toBe(old);
  });

  it('without what describes the copy that it is from', () => {
    const copy = { release: 4, createdAt: 'x', publishedAt: 'x', createdBy: {}, botId: 'b' };
    expect(unwrapDocument({ release: { ...copy, ...v6Document() } }).content).toEqual(v6Document());
    const published = { publishedTypebot: { ...v6Document(), typebotId: 't' } };
    expect(unwrapDocument(published).content).toEqual(v6Document());
  });
});

describe('A file that is not a bot is refused, and the refusal says what it looks like', () => {
  it.each<[string, unknown]>([
    ['`nodes` and `connections`: an n8n workflow', { name: 'x', nodes: [], connections: {}, settings: {} }],
    ['`nodes` and `edges`: a flow of a node editor', { nodes: [], edges: [], viewport: {} }],
    ['`openapi`: an OpenAPI description', { openapi: '3.1.0', paths: {} }],
    ['`dependencies`: a package.json', { name: 'x', version: '1.0.0', dependencies: {}, release: {} }],
    ['`message` and `code`: an error', { message: 'Bot not found', code: 'NOT_FOUND' }],
    ['`bots`: a list of bots', { bots: [{ id: 'b', name: 'x' }] }],
    ['`typebots`: a list of bots', { typebots: [] }],
    ['`results`: results of a bot', { results: [], nextCursor: null }],
    ['`theme`: a theme without a flow', { name: 'Dark', theme: { general: {} } }],
    ['`general` and `chat`: a theme', { general: {}, chat: {} }],
    ['`blocks` and `title`: one group', { id: 'g', title: 'G', blocks: [{ id: 'b', type: 'text' }] }],
    ['`publishedTypebot`: a bot that was not published', { publishedTypebot: null }],
    ['`diagrams` and `project`: a Voiceflow', { diagrams: {}, project: {} }],
    ['`defaultTimezone` and `language`: a Dialogflow agent', { language: 'en', defaultTimezone: 'UTC' }],
    ['A list of 2 bots', [v6Document(), v6Document()]],
    ['A list of one bot', [v6Document()]],
    ['a Node-RED flow', [{ id: 'n', type: 'inject', wires: [[]] }]],
    ['expected one JSON object', []],
    ['A text', JSON.stringify(v6Document())],
    ['this is empty', {}],
    ['this has `name`', { name: 'x' }],
    ['this has `a`, `b`, `c`, `d`, `e` and others', { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }],
    ['this has `name`', { typebot: { bot: { name: 'x' } } }],
    ['Contains several bots (bot, publishedBot)', { bot: v6Document(), publishedBot: v6Document() }],
    ['Expected a JSON object', null],
    ['Expected a JSON object', 7],
  ])('%s', (says, sent) => {
    expect(refuse(sent)).toContain(says);
  });

  it('with the path of what was looked at, and without any value', () => {
    const found = findDocument({ bot: { typebot: { name: 'Secret', nodes: [], connections: {} } } });
    expect(found).toMatchObject({ path: ['bot', 'typebot'] });
    expect(JSON.stringify(found)).not.toContain('Secret');
    expect(refuse({ ['k'.repeat(5_000)]: 1 })?.length).toBeLessThan(200);
  });
});

describe('An update', () => {
  const isField = (name: string) => ['name', 'groups', 'theme'].includes(name);

  it.each([
    ['any field', { name: 'x' }],
    ['a field beside a wrapper', { name: 'x', bot: { name: 'y' } }],
    ['nothing', {}],
    ['only unknown keys', { nodes: [], connections: {} }],
    ['a key of a wrapper that holds text', { bot: 'x' }],
  ])('stays as it is with %s', (_, sent) => {
    expect(findPatch(sent, isField)).toEqual({ content: sent, path: [] });
  });

  it('is unwrapped, or refused if there is no field in the wrapper', () => {
    const typebot = { typebot: { name: 'x' }, currentUserMode: 'write' };
    expect(findPatch(typebot, isField)).toEqual({ content: { name: 'x' }, path: ['typebot'] });
    expect(findPatch({ bot: { bot: { theme: {} } } }, isField)).toMatchObject({ path: ['bot', 'bot'] });
    expect(findPatch({ publishedBot: { id: 'x' } }, isField)).toMatchObject({
      refusal: 'Contains publishedBot, and no field of a bot in it',
    });
  });
});

it('Rounded numbers are where they are in the document', () => {
  const number = (...path: PropertyKey[]) => ({ path, written: '1', kept: 1 });
  const numbers = [number('bot', 'typebot', 'groups', 0, 'x'), number('bot', 'beside'), number('other')];
  expect(unwrapRounded(numbers, ['typebot'])).toEqual([number('bot', 'groups', 0, 'x')]);
  expect(unwrapRounded(numbers, [])).toBe(numbers);
});

it('A document without a name is called like its file', () => {
  expect(nameAfterFile({ groups: [] }, 'Lead gen.JSON')).toEqual({ groups: [], name: 'Lead gen' });
  expect(nameAfterFile({ groups: [] }, 'v2.final')).toMatchObject({ name: 'v2.final' });
  expect(nameAfterFile({ name: '' }, 'x.json')).toEqual({ name: '' });
});
