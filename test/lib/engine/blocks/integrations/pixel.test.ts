import { describe, expect, it } from 'vitest';
import { pixelBlock } from '#lib/engine/blocks/integrations/pixel.ts';
import { runClientSide } from './run-client-side.ts';

const preview = { chat: { isPreview: true } };

describe('Pixel', () => {
  it('converts values to their types and keeps ids as strings', async () => {
    const options = {
      pixelId: '1',
      eventType: 'Lead',
      isInitSkip: true,
      params: [
        { id: '1', key: 'k', value: '{{Name}}' },
        { id: '2', key: 'n', value: '12' },
        { id: 'c', key: 'list', value: ['{{Name}}'] },
        { id: 'd', key: '', value: '{{Unset}}' },
        'none',
      ],
    };
    const { actions } = await runClientSide(pixelBlock, options, { variables: { Name: 'Ada', Unset: null } });
    expect(actions).toEqual([
      {
        type: 'pixel',
        pixel: {
          pixelId: '1',
          isInitSkip: true,
          eventType: 'Lead',
          params: [
            { id: '1', key: 'k', value: 'Ada' },
            { id: '2', key: 'n', value: 12 },
            { id: 'c', key: 'list', value: ['{{Name}}'] },
            { id: 'd' },
          ],
        },
      },
    ]);
  });

  it('a custom event', async () => {
    const { actions } = await runClientSide(pixelBlock, { pixelId: '1', eventType: 'Custom', name: 'Sale' });
    expect(actions).toEqual([{ type: 'pixel', pixel: { pixelId: '1', eventType: 'Custom', name: 'Sale' } }]);
  });

  it.each([[undefined], [{ pixelId: '1' }], [{ eventType: 'Lead' }], [{ pixelId: 1, eventType: 'Lead' }]])(
    'sends nothing: %j',
    async (options) => {
      expect(await runClientSide(pixelBlock, options)).toEqual({ actions: undefined, logs: [] });
    },
  );

  it('not in a preview', async () => {
    expect(
      (await runClientSide(pixelBlock, { pixelId: '1', eventType: 'Lead' }, preview)).actions,
    ).toBeUndefined();
  });
});
