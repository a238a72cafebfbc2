import { describe, expect, it } from 'vitest';
import { qrCodeBlock } from '#lib/engine/blocks/integrations/qr-code.ts';
import { runActionBlock } from './run-action-block.ts';

const files = (kept: unknown[] = []) => ({
  put: async (file: { name: string }) => {
    kept.push(file);
    return `https://files.example/${file.name}`;
  },
});

describe('qr-code', () => {
  const options = { action: 'Generate a QR Code', data: 'Hi {{Name}}', saveUrlInVariableId: 'url' };
  const variables = { Name: 'Ada', url: null };

  it('is stored as a file and needs no credentials', async () => {
    const kept: { mediaType: string; bytes: Uint8Array }[] = [];
    const { context } = await runActionBlock(
      qrCodeBlock,
      { ...options, credentialsId: undefined },
      { variables, ports: { files: files(kept) } },
    );
    expect(context.valueOf('url')).toBe('https://files.example/id1.png');
    expect(kept[0]?.mediaType).toBe('image/png');
    expect([...(kept[0]?.bytes.subarray(1, 4) ?? [])]).toEqual([...Buffer.from('PNG')]);
  });

  it('is a data URL if there is no file storage and the image is small', async () => {
    const { context } = await runActionBlock(qrCodeBlock, options, { variables });
    expect(context.valueOf('url')).toMatch(/^data:image\/png;base64,iVBOR/);
    const large = await runActionBlock(qrCodeBlock, { ...options, data: 'x1'.repeat(1_100) }, { variables });
    expect(large.context.valueOf('url')).toBeNull();
    expect(large.context.logs).toMatchObject([
      { description: 'The file was not generated: this service has no file storage' },
    ]);
  });

  it.each([
    [{ data: '' }, 'No data provided'],
    [{ saveUrlInVariableId: undefined }, 'No variable provided'],
    [{ data: 'x'.repeat(3_000) }, 'The data is too long for a QR code'],
  ])('%#', async (changed, description) => {
    const { context } = await runActionBlock(qrCodeBlock, { ...options, ...changed }, { variables });
    expect(context.logs).toEqual([{ status: 'error', description, context: 'While generating a QR code' }]);
  });
});
