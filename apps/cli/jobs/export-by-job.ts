import { replaceFile } from '#apps/cli/replace-file.ts';
import type { Service } from '#apps/cli/service/connection.ts';
import type { OperationRequest } from '#apps/client/client.ts';
import type { JobView } from '#lib/jobs/present-job.ts';
import { downloadExport } from './download-export.ts';
import type { JobReference } from './job-reference.ts';
import { requestJob } from './start-job.ts';
import { waitForJob } from './wait-for-job.ts';

type ExportRequest = {
  botId: string;
  query: Omit<NonNullable<OperationRequest<'exportResults'>['query']>, 'cursor' | 'limit'>;
  /** Profile that the command was called with. */
  profile: string | undefined;
};

/** Starts the job that exports a bot's results. */
export async function startExport(
  service: Service,
  { botId, query, profile }: ExportRequest,
  output?: string,
): Promise<{ job: JobView; reference: JobReference }> {
  const { bot } = await service.client.getBot({ params: { botId } });
  const { workspaceId } = bot;
  const { isCompleted, ...filter } = query;
  const job = await requestJob(service, workspaceId, {
    kind: 'exportResults',
    botId,
    ...filter,
    isCompleted: isCompleted === undefined ? undefined : isCompleted === 'true',
  });
  return { job, reference: { workspaceId, jobId: job.id, profile, output } };
}

/** Starts the job, waits for it, and downloads its file. Checks first that the target is writable. */
export async function exportByJob(
  service: Service,
  { output, ...request }: ExportRequest & { output: string },
): Promise<{ jobId: string; bytes: number }> {
  let written = { jobId: '', bytes: 0 };
  await replaceFile(output, async (write) => {
    const { reference } = await startExport(service, request, output);
    const job = await waitForJob(service, reference, { isStarter: true });
    await downloadExport(job, reference, write);
    written = { jobId: job.id, bytes: job.file?.bytes ?? 0 };
  });
  return written;
}
