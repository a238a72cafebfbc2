import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { endpoints } from '#functions/endpoints.ts';
import { WORKSPACE_ID } from '#functions/example-data.ts';
import type { Endpoint } from '#lib/platform/http/contract.ts';
import {
  type Assembly,
  getResources,
  readAssembly,
  synthesize,
  WITH_PAGES,
} from '#test/support/deployed/template.ts';
import { type OtlpReceiver, startOtlpReceiver } from '#test/support/otlp-receiver.ts';
import { LAZY_MODULES, LAZY_PACKAGES } from '../../../infra/functions/lazy-packages.ts';

/**
 * Upper bound for bundles, in bytes: every kilobyte is loaded at each cold start, and Lambda bills that time. Lower
 * these limits when a bundle shrinks, and raise them only for a good reason.
 */
const MAX_ENDPOINT_BYTES = 426_000;
/**
 * Upper bound for functions that check flows, with all checks (about 40 KB): the measured size of the largest. An import
 * runs them for a dry run only, and a publication if it is strict: see decision 49.
 */
const MAX_CHECK_BYTES = 472_000;
const CHECKING = ['import-bot', 'publish-bot'];
/** Upper bound for the function that also has the strict descriptions (59 KB, decision 65): 489,000. */
const MAX_DESCRIBED_CHECK_BYTES = 491_000;
const MAX_AUTHORIZER_BYTES = 194_000;
/** Upper bound for functions that run bots, with all block types: the measured size plus 10%. */
const MAX_ENGINE_BYTES = 706_000;
/** Upper bound for functions with the S3 client in addition to the DynamoDB client: measured size plus 10%. */
const MAX_UPLOAD_BYTES = 633_000;
/** Upper bound for the function that runs jobs, without what it loads lazily: measured size plus 10%. */
const MAX_JOB_BYTES = 418_000;
/** Upper bound for lazily loaded chunks, in bytes. The largest is the QuickJS sandbox. */
const MAX_LAZY_BYTES = 920_000;
/** Upper bound for what traces load, in bytes: the exporter of spans, measured size plus 10%. */
const MAX_TRACE_BYTES = 30_000;

const assembly: Assembly = process.env.ASSEMBLY_DIR
  ? readAssembly(process.env.ASSEMBLY_DIR)
  : synthesize(WITH_PAGES);

// Not CDK's own function, which copies the files of the sites.
const ownFunctions = getResources(assembly.template, 'AWS::Lambda::Function').filter(([, { Properties }]) =>
  Properties.Runtime.startsWith('nodejs'),
);

const bundles = ownFunctions.map(([, { Properties }]) => {
  const folder = join(assembly.folder, `asset.${String(Properties.Code.S3Key).replace(/\.zip$/, '')}`);
  const name = String(Properties.FunctionName);
  const endpoint = endpoints.find(({ id }) => name === `bots-prod-${id}`);
  const usesBucket = endpoint?.takesFiles !== undefined || (endpoint?.readsExports ?? false);
  return {
    name,
    folder,
    runsBots: endpoint?.runsBots ?? false,
    usesBucket,
    lazyPackages: getLazyPackages(name, endpoint),
  };
});
const splitBundles = bundles.filter(({ lazyPackages }) => lazyPackages.length > 0);

/** Packages that the function loads only when it needs them. */
function getLazyPackages(name: string, endpoint: Endpoint | undefined): readonly string[] {
  const secrets = '@aws-sdk/client-secrets-manager';
  const smtp = 'nodemailer/lib/smtp-connection';
  if (name.endsWith('-run-job')) return ['@aws-sdk/client-s3', secrets];
  if (endpoint?.runsBots) return LAZY_PACKAGES.filter((one) => one !== smtp);
  if (endpoint?.managesCredentials === 'test') return [secrets, 'ipaddr.js', smtp];
  if (endpoint?.managesCredentials === 'put') return [secrets, 'ipaddr.js'];
  if (endpoint?.asksIdentityProvider) return ['ipaddr.js', 'jose'];
  return endpoint?.looksUpCredentials || endpoint?.managesCredentials ? [secrets] : [];
}

function getBudget({ name, runsBots, usesBucket }: (typeof bundles)[number]): number {
  if (runsBots) return MAX_ENGINE_BYTES;
  if (usesBucket) return MAX_UPLOAD_BYTES;
  if (name.endsWith('-run-job')) return MAX_JOB_BYTES;
  if (CHECKING.some((id) => name.endsWith(`-${id}`))) return MAX_CHECK_BYTES;
  if (name.endsWith('-check-bot')) return MAX_DESCRIBED_CHECK_BYTES;
  return name.endsWith('-authorizer') ? MAX_AUTHORIZER_BYTES : MAX_ENDPOINT_BYTES;
}

describe("a function's bundle", () => {
  it.each(bundles)('$name is within its size budget', (bundle) => {
    const { size } = statSync(join(bundle.folder, 'index.js'));
    expect(size).toBeLessThanOrEqual(getBudget(bundle));
  });

  it.each(bundles)(
    '$name is one file, plus the packages that it loads lazily',
    ({ folder, lazyPackages }) => {
      const files = readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const lazy = lazyPackages.map((name) => join(folder, 'node_modules', name, 'index.js'));
      expect(files.toSorted()).toEqual([join(folder, 'index.js'), ...lazy].toSorted());
    },
  );

  it.each(bundles)('$name contains nothing that only builds or tests need', ({ folder }) => {
    const code = readFileSync(join(folder, 'index.js'), 'utf8');
    // Strings from CDK, the tests, the documentation and the embedded database's launcher that would survive minification.
    for (const stranger of [
      'aws-cdk-lib',
      'describeApi',
      'describeEndpoint',
      WORKSPACE_ID,
      'fast-check',
      'dynoxide',
      '127.0.0.1',
      'Local workspace',
    ]) {
      expect([stranger, code.includes(stranger)]).toEqual([stranger, false]);
    }
    // Strings from the parts of the SDK that `ALIASES` replaces: a credential provider, the library of collections
    // behind the endpoint cache, and event streams.
    for (const part of ['sso-oidc', 'mnemonist', 'initial-response']) {
      expect([part, code.includes(part)]).toEqual([part, false]);
    }
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

describe.each(splitBundles)('the lazily loaded chunks of $name', ({ folder, lazyPackages }) => {
  const load = createRequire(join(folder, 'index.js'));

  it.each(lazyPackages)('include %s, within its size budget', (name) => {
    expect(Object.keys(load(name)).length).toBeGreaterThan(0);
    const { size } = statSync(join(folder, 'node_modules', name, 'index.js'));
    expect(size).toBeLessThanOrEqual(MAX_LAZY_BYTES);
  });

  it('are not loaded at startup', () => {
    const program = `require(${JSON.stringify(join(folder, 'index.js'))}); console.log(Object.keys(require.cache).join())`;
    const loaded = execFileSync(process.execPath, ['--eval', program], { encoding: 'utf8' });
    expect(loaded).toContain('index.js');
    expect(loaded).not.toContain('node_modules');
  });
});

describe('the modules that only traces need', () => {
  const authorizer = bundles.find(({ name }) => name.endsWith('-authorizer'));
  let folder: string;
  let receiver: OtlpReceiver;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bots-traced-'));
    copyFileSync(join(authorizer?.folder ?? '', 'index.js'), join(folder, 'index.js'));
    const program = fileURLToPath(
      new URL('../../../infra/functions/bundle-lazy-packages.ts', import.meta.url),
    );
    execFileSync(process.execPath, [program, folder, ...Object.keys(LAZY_MODULES)]);
    receiver = await startOtlpReceiver();
  });
  afterAll(() => {
    receiver.stop();
    rmSync(folder, { recursive: true, force: true });
    vi.unstubAllEnvs();
  });

  it.each(Object.keys(LAZY_MODULES))('include %s, within its size budget, beside the bundle', (name) => {
    const { size } = statSync(join(folder, 'node_modules', name, 'index.js'));
    expect(size).toBeLessThanOrEqual(MAX_TRACE_BYTES);
  });

  it.each(bundles)('are not in the bundle of $name', ({ folder: bundle }) => {
    const code = readFileSync(join(bundle, 'index.js'), 'utf8');
    expect(code).not.toContain('resourceSpans');
    for (const name of Object.keys(LAZY_MODULES)) {
      expect([name, code.includes(`require("${name}")`)]).toEqual([name, true]);
    }
  });

  const call = (root: string) => {
    const file = join(root, 'index.js');
    const context = { awsRequestId: 'call-1', getRemainingTimeInMillis: () => 26_000 };
    return createRequire(file)(file).handler({ authorizationToken: 'Bearer none' }, context);
  };

  it('send the spans of a bundled function', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url);
    vi.stubEnv('OTEL_EXPORTER_OTLP_TIMEOUT', '25000');
    await expect(call(folder)).rejects.toThrow('Unauthorized');
    expect(receiver.received.flatMap(({ spans }) => spans)).toMatchObject([
      { name: 'authorizer', status: { code: 0 } },
    ]);
  });

  it('change nothing where they are absent, if a variable was set by hand', async () => {
    vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', receiver.url);
    const warning = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
    await expect(call(authorizer?.folder ?? '')).rejects.toThrow('Unauthorized');
    expect(warning).toHaveBeenCalledWith(expect.stringContaining("Cannot find module '@bots/export-spans'"));
    warning.mockRestore();
  });
});
