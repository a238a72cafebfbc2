import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Assembly,
  getResources,
  readAssembly,
  synthesize,
  WITH_PAGES,
} from '#test/support/deployed/template.ts';
import { buildWithMap, findSource } from '../../../infra/functions/source-position.ts';

const assembly: Assembly = process.env.ASSEMBLY_DIR
  ? readAssembly(process.env.ASSEMBLY_DIR)
  : synthesize(WITH_PAGES);

describe.each(['get-bot', 'continue-chat', 'authorizer'])('the bundle of %s', (name) => {
  it('is reproducible, and a position in it leads to its source', async () => {
    const [, asset] =
      getResources(assembly.template, 'AWS::Lambda::Function').find(
        ([, { Properties }]) => Properties.FunctionName === `bots-prod-${name}`,
      ) ?? [];
    const folder = `asset.${String(asset?.Properties.Code.S3Key).replace(/\.zip$/, '')}`;
    const deployed = readFileSync(join(assembly.folder, folder, 'index.js'), 'utf8');
    const { code, map } = await buildWithMap(name);
    expect(code === deployed).toBe(true);

    // A text of our own, in the middle of the bundle.
    const lines = deployed.split('\n');
    const text = 'TABLE_NAME is not set';
    const line = lines.findIndex((one) => one.includes(text));
    const column = lines[line]?.indexOf(text) ?? 0;
    expect(findSource(map, `${line + 1}:${column + 1}`)).toMatch(
      /^lib\/platform\/store\/dynamodb-client\.ts:\d+:\d+$/,
    );
  });
});
