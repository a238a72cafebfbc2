import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Assembly, readAssembly, resourcesOf, synthesize } from '#test/support/deployed/template.ts';

/**
 * Every kilobyte is loaded at each cold start, and Lambda bills that time. Lower these when something gets
 * smaller; raise them only with a reason.
 */
const MAX_ENDPOINT_BYTES = 440_000;
const MAX_AUTHORIZER_BYTES = 210_000;

const assembly: Assembly = process.env.ASSEMBLY_DIR ? readAssembly(process.env.ASSEMBLY_DIR) : synthesize();

const bundles = resourcesOf(assembly.template, 'AWS::Lambda::Function').map(([, { Properties }]) => {
  const folder = join(assembly.folder, `asset.${String(Properties.Code.S3Key).replace(/\.zip$/, '')}`);
  return { name: String(Properties.FunctionName), folder };
});

describe('what is uploaded for a function', () => {
  it.each(bundles)('$name is one file within its budget', ({ name, folder }) => {
    expect(readdirSync(folder)).toEqual(['index.js']);
    const { size } = statSync(join(folder, 'index.js'));
    expect(size).toBeLessThanOrEqual(
      name.endsWith('-authorizer') ? MAX_AUTHORIZER_BYTES : MAX_ENDPOINT_BYTES,
    );
  });

  it.each(bundles)('$name holds nothing that only builds or tests need', ({ folder }) => {
    const code = readFileSync(join(folder, 'index.js'), 'utf8');
    // Words that survive minifying: texts of CDK, of the tests, of the embedded engine's launcher.
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
    // The credential sources that `lambda-credentials.ts` stands in for.
    expect(code).not.toContain('sso-oidc');
  });

  it.each(bundles)('$name loads on its own', async ({ folder }) => {
    const { createRequire } = await import('node:module');
    const file = join(folder, 'index.js');
    expect(createRequire(file)(file).handler).toBeTypeOf('function');
  });
});
