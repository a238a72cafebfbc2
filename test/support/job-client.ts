import { expect } from 'vitest';
import type * as z from 'zod';
import type { getJobContract } from '#functions/jobs/get-job.contract.ts';
import type { JobView } from '#lib/jobs/present-job.ts';
import type { Api, ApiResponse } from './describe-api.ts';

export function sendJob(api: Api, body: object, more: object = {}): Promise<ApiResponse> {
  return api.request({ method: 'POST', path: `/v1/workspaces/${api.workspaceId}/jobs`, body, ...more });
}

/** Starts a job. Expects 200. */
export async function startJob(api: Api, body: object, more: object = {}): Promise<JobView> {
  const response = await sendJob(api, body, more);
  expect(response.status, response.text).toBe(200);
  return (response.body as { job: JobView }).job;
}

type JobWithFile = z.output<ReturnType<typeof getJobContract.response>>['job'];

/** Expects 200. */
export async function getJob(api: Api, jobId: string): Promise<JobWithFile> {
  const response = await api.request({
    method: 'GET',
    path: `/v1/workspaces/${api.workspaceId}/jobs/${jobId}`,
  });
  expect(response.status, response.text).toBe(200);
  return (response.body as { job: JobWithFile }).job;
}

/** Waits until a job is over. Fails if that takes too long. */
export async function endedJob(api: Api, jobId: string): Promise<JobWithFile> {
  return await expect
    .poll(() => getJob(api, jobId), { timeout: 20_000, interval: 200 })
    .toMatchObject({ endedAt: expect.any(String) })
    .then(() => getJob(api, jobId));
}
