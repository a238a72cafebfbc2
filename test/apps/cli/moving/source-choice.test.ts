import { describe, expect, it } from 'vitest';
import { openSource } from '#apps/cli/moving/source/source-choice.ts';
import { startScriptedService } from '../scripted-service.ts';

describe('the choice of a source', () => {
  it.each([
    ['https://mara:hidden@builder.example.com', 'contains a user or a password'],
    ['https://hidden@builder.example.com', 'contains a user or a password'],
    ['https://builder.example.com/?token=hidden', 'contains a ? or a #'],
    ['https://builder.example.com/api#hidden', 'contains a ? or a #'],
    ['https://builder.example.com?', 'contains a ? or a #'],
    ['mara:hidden@builder.example.com', '--from is not an address: expected https://…'],
    ['https://hidden:port', '--from is not an address: expected https://…'],
    ['ftp://hidden', '--from is not an address: expected https://…'],
  ])('refuses the address %s without quoting it', async (from, reason) => {
    const { message } = await openSource({ from, token: 't' }).then(
      () => expect.unreachable(),
      (error: Error) => error,
    );
    expect(message).toContain(reason);
    expect(message).not.toMatch(/hidden|mara|example/);
  });

  it.each(['hid den', 'hidden\n', ' hidden', 'hidden\u0000', 'hiddén', 'hidden\u007f'])(
    'refuses the token %j without quoting it',
    async (token) => {
      await expect(openSource({ from: 'https://builder.example.com', token })).rejects.toThrow(
        /^The token has a character that no token has, such as a space or a line break$/,
      );
    },
  );

  it.each(['', '/', '/api', '/api/', '/builder'])('asks at the address that ends with "%s"', async (end) => {
    const server = await startScriptedService(() => ({ body: { workspaces: [] } }));
    try {
      const source = await openSource({ from: `${server.baseUrl}${end}`, token: '!~' });
      expect(await source.listWorkspaces()).toEqual([]);
      expect(source.address).toBe(server.baseUrl);
      const prefix = end === '/builder' ? '/builder' : '';
      expect(server.lines).toEqual([`GET ${prefix}/api/v1/workspaces`]);
      expect(server.requests[0]?.headers.authorization).toBe('Bearer !~');
    } finally {
      await server.stop();
    }
  });
});
