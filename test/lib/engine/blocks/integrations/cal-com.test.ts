import { describe, expect, it } from 'vitest';
import { calComBlock } from '#lib/engine/blocks/integrations/cal-com.ts';
import { runActionBlock } from './run-action-block.ts';

describe('cal-com', () => {
  const options = {
    action: 'Book event',
    link: 'https://cal.com/ada/intro',
    layout: 'Weekly',
    name: '{{Name}}',
    email: '{{Unset}}',
    anyPrefilledInformations: [{ questionId: 'q', value: 'v' }, { questionId: 'none' }],
    saveBookedDateInVariableId: 'date',
  };

  it('shows a calendar and waits', async () => {
    const { outcome } = await runActionBlock(calComBlock, options, {
      variables: { Name: 'Ada', Unset: null },
    });
    expect(outcome).toMatchObject({
      embed: {
        id: 'id1',
        type: 'custom-embed',
        content: {
          initFunction: {
            args: {
              baseUrl: 'https://cal.com',
              link: 'ada/intro',
              name: 'Ada',
              email: null,
              layout: 'week_view',
              phone: null,
              additionalNotes: null,
              otherPrefilledInformations: { q: 'v' },
            },
          },
        },
      },
    });
    const content = outcome.embed?.content as Record<
      string,
      { args: Record<string, unknown>; content: string }
    >;
    const { initFunction, waitForEventFunction } = content;
    const calls: unknown[][] = [];
    const window = { Cal: (...given: unknown[]) => calls.push(given) };
    const args = { ...initFunction?.args, window, typebotElement: 'the element' };
    new Function(...Object.keys(args), initFunction?.content ?? '')(...Object.values(args));
    expect(calls).toEqual([
      ['init', { origin: 'https://cal.com' }],
      [
        'inline',
        {
          elementOrSelector: 'the element',
          calLink: 'ada/intro',
          config: { layout: 'week_view', q: 'v', name: 'Ada' },
        },
      ],
      ['ui', { hideEventTypeDetails: false, layout: 'week_view' }],
    ]);

    const booked: unknown[] = [];
    new Function('window', 'continueFlow', waitForEventFunction?.content ?? '')(window, (date: unknown) =>
      booked.push(date),
    );
    const [, listener] = calls.at(-1) as [string, { callback: (event: unknown) => void }];
    listener.callback({ detail: { data: { date: '2026-01-31' } } });
    expect(booked).toEqual(['2026-01-31']);
  });

  it('the loader queues calls until the script has loaded', async () => {
    const { outcome } = await runActionBlock(calComBlock, {
      ...options,
      baseUrl: 'https://own.example/',
      link: 'https://own.example/ada',
    });
    const shown: unknown = outcome.embed?.content;
    const { initFunction } = shown as Record<string, { args: Record<string, unknown>; content: string }>;
    expect(initFunction?.args).toMatchObject({ baseUrl: 'https://own.example', link: 'ada' });
    const loaded: { src?: string }[] = [];
    const document = { createElement: () => ({}), head: { append: (script: object) => loaded.push(script) } };
    const window: { Cal?: { q: unknown[][] } } = {};
    const args = { ...initFunction?.args, window, document, typebotElement: 'the element' };
    new Function(...Object.keys(args), initFunction?.content ?? '')(...Object.values(args));
    expect(loaded).toEqual([{ src: 'https://own.example/embed/embed.js' }]);
    expect(window.Cal?.q.map(([name]) => name)).toEqual(['init', 'inline', 'ui']);
  });

  it('stores the booking', async () => {
    const { context } = await runActionBlock(
      calComBlock,
      { action: 'Book event', link: 'x' },
      { variables: { date: null } },
    );
    calComBlock.resume?.({ id: 'b', type: 'cal-com', options }, '2026-01-31T10:00:00Z', context);
    expect(context.valueOf('date')).toBe('2026-01-31T10:00:00Z');
    calComBlock.resume?.({ id: 'b', type: 'cal-com' }, 'x', context);
  });

  it('is not shown without an event', async () => {
    const { outcome, context } = await runActionBlock(calComBlock, { action: 'Book event' });
    expect(outcome).toEqual({});
    expect(context.logs).toMatchObject([{ description: 'No event link provided' }]);
  });
});
