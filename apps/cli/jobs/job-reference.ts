import { quoteWord } from '#apps/terminal/shell-word.ts';

/** Identifies a job on the command line. */
export type JobReference = {
  workspaceId: string;
  jobId: string;
  /** Profile that the command was called with. */
  profile?: string | undefined;
  /** File to write the job's export to. */
  output?: string | undefined;
};

/** Returns the command that waits for a job, to be pasted into a shell. */
export function waitCommand({ workspaceId, jobId, profile, output }: JobReference): string {
  const words = [
    ...['bots', 'jobs', 'wait', jobId, '--workspace', workspaceId],
    ...(profile === undefined ? [] : ['--profile', profile]),
    ...(output === undefined ? [] : ['--output', output]),
  ];
  return words.map(quoteWord).join(' ');
}
