import type { OperationData } from '#apps/client/client.ts';

export type Job = OperationData<'listJobs'>['jobs'][number];

const LOOKS: Record<Job['state'], { look: string; text: string }> = {
  waiting: { look: '', text: 'Waiting' },
  running: { look: 'warn', text: 'Running' },
  done: { look: 'good', text: 'Done' },
  failed: { look: 'bad', text: 'Failed' },
  cancelled: { look: '', text: 'Cancelled' },
};

export function JobStateTag({ job }: { job: Job }) {
  const { look, text } = LOOKS[job.state];
  return <span class={`tag ${look}`}>{isUnfinished(job) && job.isCancelRequested ? 'Stopping' : text}</span>;
}

export function isUnfinished({ state }: Pick<Job, 'state'>): boolean {
  return state === 'waiting' || state === 'running';
}
