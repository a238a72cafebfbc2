import { createJob, saveJob } from '#lib/jobs/job-store.ts';
import type { Api, ApiRequest } from '#test/support/describe-api.ts';
import { waitingJob } from '#test/support/stored-jobs.ts';
import { createDraft } from './bots.ts';
import { post } from './requests.ts';

/* Jobs that the fixtures in test/endpoints are about. */

export const getJobsPath = ({ workspaceId }: Api) => `/v1/workspaces/${workspaceId}/jobs`;

export const toDeletion = (api: Api, botId: string): ApiRequest =>
  post(getJobsPath(api), { kind: 'deleteResults', botId, all: true });

/** Requires a bucket, such as the one in `fake-s3.ts`. */
export const toExport = (api: Api, botId: string): ApiRequest =>
  post(getJobsPath(api), { kind: 'exportResults', botId, format: 'csv' });

/** Starts a job on a bot without results, and returns its path. */
export async function startJobPath(api: Api, start = toDeletion): Promise<string> {
  const { job } = (await api.request(start(api, await createDraft(api)))).body as { job: { id: string } };
  return `${getJobsPath(api)}/${job.id}`;
}

/** Stores a job without starting it, and returns its path. By default, it waits. */
export async function storeJobPath(api: Api, { state }: { state?: 'running' } = {}): Promise<string> {
  const job = await createJob(waitingJob(api.workspaceId));
  if (state !== undefined) await saveJob(job, { state });
  return `${getJobsPath(api)}/${job.id}`;
}
