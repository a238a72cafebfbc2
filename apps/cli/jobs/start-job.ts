import { randomUUID } from 'node:crypto';
import type { Service } from '#apps/cli/service/connection.ts';
import type { OperationRequest } from '#apps/client/client.ts';
import type { CommandResult } from '#apps/terminal/command-action.ts';
import { oneLine } from '#apps/terminal/plain-text.ts';
import type { JobView } from '#lib/jobs/present-job.ts';
import type { JobReference } from './job-reference.ts';
import { goesOnText } from './wait-for-job.ts';

/** Starts a job. Retries while the service is busy start only one. */
export async function requestJob(
  { client }: Service,
  workspaceId: string,
  body: OperationRequest<'startJob'>['body'],
): Promise<JobView> {
  const { job } = await client.startJob({
    params: { workspaceId },
    headers: { 'idempotency-key': randomUUID() },
    body,
  });
  return job;
}

/** Result of a command that starts a job without waiting for it. */
export function formatStarted(job: JobView, reference: JobReference): CommandResult {
  return { json: { job }, text: oneLine(job.id), note: goesOnText(reference) };
}
