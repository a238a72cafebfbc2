import { readdirSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endpoints } from '#lib/endpoints.ts';
import { type Assembly, getResources, readAssembly, synthesize } from '#test/support/deployed/template.ts';
import { LAZY_PACKAGES } from '../../infra/lazy-packages.ts';

/**
 * Every kilobyte is loaded at each cold start, and Lambda bills that time. Lower these limits when something
 * gets smaller. Raise them only with a reason.
 */
const MAX_ENDPOINT_BYTES = 440_000;
const MAX_AUTHORIZER_BYTES = 210_000;
/** The functions that run bots, with all kinds of blocks: the measured size plus a tenth. */
const MAX_ENGINE_BYTES = 815_000;
/** The S3 client in addition to the DynamoDB client: the measured size plus a tenth. */
const MAX_UPLOAD_BYTES = 640_000;
/** Files that a function loads only when a bot needs them. The largest is the machine for user code. */
const MAX_LAZY_BYTES = 920_000;

const assembly: Assembly = process.env.ASSEMBLY_DIR ? readAssembly(process.env.ASSEMBLY_DIR) : synthesize();

const bundles = getResources(assembly.template, 'AWS::Lambda::Function').map(([, { Properties }]) => {
  const folder = join(assembly.folder, `asset.${String(Properties.Code.S3Key).replace(/\.zip$/, '')}`);
  const name = String(Properties.FunctionName);
  const endpoint = endpoints.find(({ id }) => name === `bots-prod-${id}`);
  return { name, folder, runsBots: endpoint?.runsBots ?? false, takesFiles: endpoint?.takesFiles ?? false };
});
const databases = bundles.filter(({ runsBots }) => runsBots);

function getBudget({ name, runsBots, takesFiles }: (typeof bundles)[number]): number {
  if (runsBots) return MAX_ENGINE_BYTES;
  if (takesFiles) return MAX_UPLOAD_BYTES;
  return name.endsWith('-authorizer') ? MAX_AUTHORIZER_BYTES : MAX_ENDPOINT_BYTES;
}

describe('what is uploaded for a function', () => {
  it.each(bundles)('$name is within its budget', (bundle) => {
    const { size } = statSync(join(bundle.folder, 'index.js'));
    expect(size).toBeLessThanOrEqual(getBudget(bundle));
  });

  it.each(bundles)('$name is one file, or has beside it what few bots need', ({ folder, runsBots }) => {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
    const lazy = LAZY_PACKAGES.map((name) => join(folder, 'node_modules', name, 'index.js'));
    expect(files.toSorted()).toEqual([join(folder, 'index.js'), ...(runsBots ? lazy : [])].toSorted());
  });

  it.each(bundles)('$name holds nothing that only builds or tests need', ({ folder }) => {
    const code = readFileSync(join(folder, 'index.js'), 'utf8');
    // Words that survive minifying: texts of CDK, of the tests, of the embedded database's launcher.
    for (const stranger of [
      'aws-cdk-lib',
      'describeApi',
      'fast-check',
      'dynoxide',
      '127.0.0.1',
      'Local workspace',
    ]) {
      expect([stranger, code.includes(stranger)]).toEqual([stranger, false]);
    }
    // The credential sources that `lambda-credentials.ts` replaces.
    expect(code).not.toContain('sso-oidc');
  });

  it.each(bundles)('$name loads on its own', ({ folder }) => {
    const file = join(folder, 'index.js');
    expect(createRequire(file)(file).handler).toBeTypeOf('function');
  });

  it.each(bundles)(
    '$name is plain ASCII, which the database keeps and reads at half the size',
    ({ folder }) => {
      const bytes = readFileSync(join(folder, 'index.js'));
      expect(bytes.every((byte) => byte < 128)).toBe(true);
    },
  );
});

describe.each(databases)('what $name loads when a bot needs it', ({ folder }) => {
  const load = createRequire(join(folder, 'index.js'));

  it.each(LAZY_PACKAGES)('%s is there, within its budget', (name) => {
    expect(Object.keys(load(name)).length).toBeGreaterThan(0);
    const { size } = statSync(join(folder, 'node_modules', name, 'index.js'));
    expect(size).toBeLessThanOrEqual(MAX_LAZY_BYTES);
  });

  it('is not loaded with the function', () => {
    const code = readFileSync(join(folder, 'index.js'), 'utf8');
    for (const name of LAZY_PACKAGES)
      expect([name, code.includes(`require("${name}")`)]).toEqual([name, true]);
  });
});
