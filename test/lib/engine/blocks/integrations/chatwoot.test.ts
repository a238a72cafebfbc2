import { describe, expect, it } from 'vitest';
import { chatwootBlock } from '#lib/engine/blocks/integrations/chatwoot.ts';
import type { BlockContextOptions } from '#test/support/chat/block-context.ts';
import { runClientSide } from './run-client-side.ts';

type Script = { content: string; args: { id: string; value: unknown }[] };

async function chatwootScript(options: unknown, given: BlockContextOptions = {}) {
  const { actions, logs } = await runClientSide(chatwootBlock, options, given);
  const [action] = actions ?? [];
  expect(action?.type).toBe('chatwoot');
  return {
    script: (action as unknown as { chatwoot: { scriptToExecute: Script } }).chatwoot.scriptToExecute,
    logs,
  };
}

/** Runs a script the way a client does, in a minimal fake page. */
function runInPage({ content, args }: Script, { hasWidget }: { hasWidget: boolean }) {
  const calls: unknown[] = [];
  const listeners: Record<string, () => void> = {};
  const record =
    (name: string) =>
    (...given: unknown[]) =>
      calls.push([name, ...given]);
  const $chatwoot = {
    setUser: record('setUser'),
    setCustomAttributes: record('setCustomAttributes'),
    toggle: record('toggle'),
    toggleBubbleVisibility: record('toggleBubbleVisibility'),
  };
  const window: Record<string, unknown> = {
    ...(hasWidget && { $chatwoot }),
    chatwootSDK: {
      run: (options: unknown) => {
        calls.push(['run', options]);
        window.$chatwoot = $chatwoot;
        listeners['chatwoot:ready']?.();
      },
    },
    addEventListener: (name: string, listener: () => void) => {
      listeners[name] = listener;
    },
  };
  const document = {
    createElement: () => ({}),
    head: {
      append: (script: { src: string; onload: () => void }) => {
        calls.push(['load', script.src]);
        script.onload();
      },
    },
  };
  const names = args.map(({ id }) => id);
  new Function('window', 'document', ...names, content)(window, document, ...args.map(({ value }) => value));
  return calls;
}

describe('Chatwoot', () => {
  const OPTIONS = {
    baseUrl: 'https://chat.example.com',
    websiteToken: 't',
    user: { email: '{{a}}', name: 'Dr {{b}}{{c}}{{unknown}} "x" {', phoneNumber: '' },
  };
  const given = {
    variables: [
      { id: 'v_a', name: 'a', value: 'a@b.com' },
      { id: 'v_b', name: 'b', value: '1' },
      { id: 'v_c', name: 'c', value: '2' },
    ],
  };
  const USER = { email: 'a@b.com', name: 'Dr 12 "x" {', avatar_url: undefined, phone_number: undefined };
  const HANDED_OVER = [
    ['setUser', 'a@b.com', USER],
    ['setCustomAttributes', { result_id: 'result1' }],
    ['toggle', 'open'],
  ];

  it('loads the widget and opens it', async () => {
    const { script } = await chatwootScript(OPTIONS, given);
    expect(script.args).toEqual([
      { id: 'v_a', value: 'a@b.com' },
      { id: 'v_b', value: 1 },
      { id: 'v_c', value: 2 },
    ]);
    expect(runInPage(script, { hasWidget: false })).toEqual([
      ['load', 'https://chat.example.com/packs/js/sdk.js'],
      ['run', { websiteToken: 't', baseUrl: 'https://chat.example.com' }],
      ...HANDED_OVER,
    ]);
  });

  it('a widget that is already loaded', async () => {
    const { script } = await chatwootScript(OPTIONS, given);
    expect(runInPage(script, { hasWidget: true })).toEqual(HANDED_OVER);
  });

  it('an unknown respondent, with the default URL', async () => {
    const { script } = await chatwootScript({ websiteToken: 't' });
    expect(runInPage(script, { hasWidget: false })).toEqual([
      ['load', 'https://app.chatwoot.com/packs/js/sdk.js'],
      ['run', { websiteToken: 't', baseUrl: 'https://app.chatwoot.com' }],
      ['setCustomAttributes', { result_id: 'result1' }],
      ['toggle', 'open'],
    ]);
  });

  it.each(['"); alert(1); ("', '{{a}}', '`', 'x\u2028'])(
    'a value is never executed as code: %j',
    async (value) => {
      const variables = [{ id: 'v_a', name: 'a', value }];
      const { script } = await chatwootScript({ user: { id: '{{a}}' } }, { variables });
      expect(runInPage(script, { hasWidget: true })[0]).toMatchObject(['setUser', value, {}]);
    },
  );

  it('closes the widget', async () => {
    const { script } = await chatwootScript({ task: 'Close widget' });
    expect(runInPage(script, { hasWidget: true })).toEqual([
      ['toggle', 'close'],
      ['toggleBubbleVisibility', 'hide'],
    ]);
    expect(runInPage(script, { hasWidget: false })).toEqual([]);
  });

  it('does nothing in a preview except log it', async () => {
    const { script, logs } = await chatwootScript(OPTIONS, { ...given, chat: { isPreview: true } });
    expect(script).toEqual({ content: '', args: [] });
    expect(logs).toEqual([{ status: 'info', description: 'Chatwoot block is not supported in preview' }]);
  });
});
