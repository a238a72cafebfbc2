import { describe, expect, it } from 'vitest';
import { endpoints } from '#functions/endpoints.ts';
import { findFunctionFile } from '#functions/function-file.ts';
import { ADDRESSES } from '#lib/compatibility/address-table.ts';
import { getBundleEntry } from '../../infra/functions/bundle-entry.ts';
import { buildWithMap } from '../../infra/functions/source-position.ts';

/** Returns the files of a room that a function's bundle contains. */
async function findBundled(name: string, room: string): Promise<string[]> {
  const { map } = await buildWithMap(name);
  const { sources } = JSON.parse(map) as { sources: string[] };
  return sources.filter((source) => source.startsWith(`${room}/`));
}

describe('the bundle of a function', () => {
  it('begins behind its addresses of Typebot, if it has any, and with the function itself otherwise', () => {
    for (const { id } of endpoints) {
      const { entry, alias } = getBundleEntry(id);
      const file = `functions/${findFunctionFile(id)}`;
      expect([id, entry]).toStrictEqual([id, ADDRESSES[id] ? 'lib/compatibility/entry.ts' : file]);
      expect([id, alias['#bundled/function']]).toStrictEqual([id, ADDRESSES[id] && `./${file}`]);
    }
  });

  it('contains its own addresses alone', async () => {
    const bundled = await findBundled('get-bot', 'lib/compatibility');
    const ofEndpoints = Object.keys(ADDRESSES).map((id) => `lib/compatibility/${findFunctionFile(id)}`);
    expect(bundled).toContain('lib/compatibility/serve-addresses.ts');
    expect(bundled.filter((file) => ofEndpoints.includes(file))).toStrictEqual([
      'lib/compatibility/bots/get-bot.ts',
    ]);
    expect(await findBundled('get-bot', 'functions')).toContain('functions/bots/get-bot.ts');
  });

  it.each(['get-me', 'authorizer'])('contains nothing of the room, as %s', async (name) => {
    expect(await findBundled(name, 'lib/compatibility')).toStrictEqual([]);
  });
});
