import { expect, it } from 'vitest';
import { elevenlabsBlock } from '#lib/engine/blocks/integrations/elevenlabs.ts';
import { runActionBlock } from './run-action-block.ts';

const files = (kept: unknown[] = []) => ({
  put: async (file: { name: string }) => {
    kept.push(file);
    return `https://files.example/${file.name}`;
  },
});

it('elevenlabs', async () => {
  const kept: unknown[] = [];
  const bytes = new Uint8Array([1]);
  const { http, sent, context } = await runActionBlock(
    elevenlabsBlock,
    { action: 'Convert text to speech', text: 'Hi', voiceId: 'v', modelId: 'm', saveUrlInVariableId: 'url' },
    { variables: { url: null }, http: [{ bytes }], ports: { files: files(kept) } },
  );
  expect(http.requests[0]).toMatchObject({
    url: 'https://api.elevenlabs.io/v1/text-to-speech/v',
    headers: { 'xi-api-key': 'secret-key' },
  });
  expect(sent).toEqual([{ text: 'Hi', model_id: 'm' }]);
  expect(kept).toEqual([{ name: 'id1.mp3', mediaType: 'audio/mpeg', bytes }]);
  expect(context.valueOf('url')).toBe('https://files.example/id1.mp3');
});
