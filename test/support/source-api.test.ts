import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  recordedContent,
  recordedExchanges,
  SOURCE_TOKEN,
  type SourceApiServer,
  startSourceApi,
} from './source-api.ts';
import { hasSourceWorld } from './source-world.ts';

describe.skipIf(!hasSourceWorld)("the stand-in for Typebot's API", () => {
  let server: SourceApiServer;

  beforeAll(async () => {
    server = await startSourceApi(recordedContent());
  });

  afterAll(() => server.stop());

  it.each(hasSourceWorld ? recordedExchanges() : [])(
    'answers as recorded in %s',
    async (_, { request, status, body }) => {
      const search = new URLSearchParams(request.query).toString();
      const isKnown = request.authorization?.includes("mara's");
      const response = await fetch(`${server.url}${request.path}${search === '' ? '' : `?${search}`}`, {
        headers: isKnown ? { authorization: `Bearer ${SOURCE_TOKEN}` } : {},
      });
      expect(response.status).toBe(status);
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      expect(isJson ? await response.json() : await response.text()).toEqual(body);
    },
  );
});
