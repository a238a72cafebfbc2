import type { OperationData } from '#apps/client/client.ts';

type Job = OperationData<'listJobs'>['jobs'][number];

const counts = new Intl.NumberFormat('en');

/** `1,200 results`, or `at least 1,200 results` */
export function describeProgress({
  progress: { results, bots, isLowerBound },
}: Pick<Job, 'progress'>): string {
  const parts = [count(results, 'result'), ...(bots === undefined ? [] : [count(bots, 'bot')])];
  return `${isLowerBound ? 'at least ' : ''}${parts.join(', ')}`;
}

function count(number: number, noun: string): string {
  return `${counts.format(number)} ${noun}${number === 1 ? '' : 's'}`;
}
