import { type ServerFile, seedMemory, writeServerFiles } from './data-files.ts';
import { ensureDefaultCredentialsFile } from './default-credentials-file.ts';
import { startLocalService } from './local-service.ts';
import { readSettings } from './settings.ts';
import { onStopSignal } from './stop-signals.ts';

/*
 * `npm start`: runs the whole service on this machine. The npm script limits memory. Under load, V8 would let
 * the young generation grow to 128 MB and collect it so rarely that response buffers pile up, and glibc would
 * keep up to 64 MB of freed memory per thread. With 24 MB and two arenas, the loaded stack takes half the
 * memory and no more CPU. Buffers of 32 KB and more go back to the system once they are freed: glibc would raise
 * that threshold with each larger one, up to 32 MB, and keep what lies between small ones. The compile cache
 * keeps what V8 and the stripping of types make of the sources, so later starts do not load the parser of types.
 */

async function start(): Promise<void> {
  const settings = readSettings();
  const { dataDir, localSignIn, logLevel, managementCorsOrigins, customDomains } = settings;
  // Set before any function is loaded, because loggers read LOG_LEVEL on import. Metrics are off because they
  // are only meant for CloudWatch.
  process.env.LOG_LEVEL = logLevel;
  process.env.MANAGEMENT_CORS_ORIGINS = managementCorsOrigins.join(',');
  process.env.CUSTOM_DOMAINS = customDomains.join(' ');
  process.env.POWERTOOLS_METRICS_DISABLED ||= 'true';
  process.env.CREDENTIALS_FILE ||= ensureDefaultCredentialsFile(dataDir);
  const service = await startLocalService({
    ...settings,
    log: logLevel === 'SILENT' ? () => {} : (line) => console.log(line),
    onFault: (error) => console.error(error),
    onCrash: (error) => {
      console.error(error.message);
      process.exit(1);
    },
  });
  onStopSignal(async () => {
    console.log('Stopping …');
    await service.stop();
  });

  try {
    const { seed } = await import('./seed.ts');
    const seeded = await seed({ dataDir: seedMemory(dataDir) });
    const server: ServerFile = { baseUrl: service.baseUrl, chatUrl: service.chatUrl, ...seeded };
    writeServerFiles(dataDir, server);
    // People sign in to the one workspace that is there, unless another is named.
    process.env.OIDC_WORKSPACE_ID ||= seeded.workspaceId;
    if (localSignIn) service.offerSession(seeded);
    const { readBotHead } = await import('#lib/bots/store/draft-store.ts');
    const sample = await readBotHead(seeded.sample.botId);
    console.log(welcome(server, sample?.head.publicId, service.databaseName, dataDir));
  } catch (error) {
    await service.stop();
    throw error;
  }
}

function welcome(
  { baseUrl, chatUrl, token, sample }: ServerFile,
  publicId: string | null | undefined,
  databaseName: string,
  dataDir: string,
): string {
  return `
Console         ${baseUrl}
Bot's page      ${publicId ? `${chatUrl}/${publicId}` : `${baseUrl}/_preview/${sample.botId}`}
Reference       ${baseUrl}/docs
Management API  ${baseUrl}
Chat API        ${chatUrl}
Token           ${token}
Database        ${databaseName}
Data folder     ${dataDir}

Next, open the console and choose “New bot”, or in another terminal:
  npx bots import <file>
  npx bots chat ${publicId ?? `${sample.botId} --preview`}

Ctrl-C stops everything.
`;
}

try {
  await start();
} catch (error) {
  const isDebugging = /^(trace|debug)$/i.test(process.env.LOG_LEVEL ?? '');
  console.error(error instanceof Error && !isDebugging ? error.message : error);
  process.exit(1);
}
