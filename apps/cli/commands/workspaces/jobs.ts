import { Command } from 'commander';
import { downloadExport } from '#apps/cli/jobs/download-export.ts';
import { countProgress } from '#apps/cli/jobs/job-progress.ts';
import { waitCommand } from '#apps/cli/jobs/job-reference.ts';
import { type JobWithFile, waitForJob } from '#apps/cli/jobs/wait-for-job.ts';
import { replaceFile } from '#apps/cli/replace-file.ts';
import { type ListOptions, moreNote, readList, withPages } from '#apps/cli/service/list-pages.ts';
import { defineAction } from '#apps/cli/service/service-action.ts';
import { toWorkspace, withWorkspace } from '#apps/cli/service/workspace-choice.ts';
import { toAbsolutePath } from '#apps/terminal/absolute-path.ts';
import type { CommandResult } from '#apps/terminal/command-action.ts';
import { formatCount, formatFacts, minute, oneLine, plainTable } from '#apps/terminal/plain-text.ts';
import { isOver } from '#lib/jobs/job.ts';
import type { JobView } from '#lib/jobs/present-job.ts';

type Options = { workspace?: string; profile?: string };

/** `jobs list`, `jobs get`, `jobs cancel` and `jobs wait`. */
export function jobsCommand(): Command {
  return new Command('jobs')
    .description('list, show, cancel and wait for work that is too long for one call')
    .addCommand(listJobsCommand())
    .addCommand(getJobCommand())
    .addCommand(cancelJobCommand())
    .addCommand(waitForJobCommand());
}

function listJobsCommand(): Command {
  const command = withPages(
    withWorkspace(new Command('list').description('list the jobs of a workspace, newest first')),
  );

  defineAction<[], ListOptions & Options>(command, async (_args, options, service) => {
    const workspaceId = await toWorkspace(service, options.workspace);
    const { items: jobs, nextCursor } = await readList('jobs', options, (page) =>
      service.client.listJobs({ params: { workspaceId }, query: page }),
    );
    return {
      json: { jobs, ...(nextCursor !== undefined && { nextCursor }) },
      text:
        jobs.length === 0
          ? 'There are no jobs.'
          : plainTable(
              ['JOB', 'STARTED (UTC)', 'KIND', 'STATE', 'PROGRESS', 'BOT'],
              jobs.map((job) => [
                job.id,
                minute(job.createdAt),
                job.kind,
                job.state,
                countProgress(job),
                job.botId ?? '-',
              ]),
            ),
      note: moreNote(nextCursor),
    };
  });
  return command;
}

function getJobCommand(): Command {
  const command = withJob(new Command('get').description('show a job, and where to download its file'));

  defineAction<[string], Options>(command, async ([jobId], options, service) => {
    const workspaceId = await toWorkspace(service, options.workspace);
    const { job } = await service.client.getJob({ params: { workspaceId, jobId } });
    return { json: { job }, text: describeJob(job) };
  });
  return command;
}

function cancelJobCommand(): Command {
  const command = withJob(new Command('cancel').description('cancel a job; what it has done stays done'));

  defineAction<[string], Options>(command, async ([jobId], options, service) => {
    const workspaceId = await toWorkspace(service, options.workspace);
    const { job } = await service.client.cancelJob({ params: { workspaceId, jobId } });
    return { json: { job }, text: describeCancellation(job) };
  });
  return command;
}

function waitForJobCommand(): Command {
  const command = withJob(
    new Command('wait').description('wait until a job is over; exit code 1 if it failed or was cancelled'),
  ).option(
    '-o, --output <file>',
    'download the file of an export when it is done, atomically',
    toAbsolutePath,
  );

  defineAction<[string], Options & { output?: string }>(command, async ([jobId], options, service) => {
    const { profile, output } = options;
    const workspaceId = await toWorkspace(service, options.workspace);
    const reference = { workspaceId, jobId, profile, output };
    if (output === undefined) {
      const job = await waitForJob(service, reference);
      return { json: { job }, ...describeOutcome(job, waitCommand({ ...reference, output: 'FILE' })) };
    }
    const { job: first } = await service.client.getJob({ params: { workspaceId, jobId } });
    if (first.kind !== 'exportResults') throw new Error(`Job ${jobId} has no file: only exports have one`);
    let job = first as JobWithFile;
    await replaceFile(output, async (write) => {
      job = await waitForJob(service, reference);
      await downloadExport(job, reference, write);
    });
    return { json: { job, file: output }, text: `Wrote all results to ${output}` };
  });
  return command;
}

function withJob(command: Command): Command {
  return withWorkspace(command.argument('<job>', 'id of the job'));
}

function describeJob(job: JobWithFile): string {
  const { file } = job;
  const rows: [string, string | null][] = [
    ['Job', job.id],
    ['Kind', job.kind],
    ['Bot', job.botId],
    ['State', job.isCancelRequested && !isOver(job) ? `${job.state}, being cancelled` : job.state],
    ['Progress', countProgress(job)],
    ['Error', job.error],
    ['Requested', job.createdAt],
    ['Began', job.startedAt],
    ['Ended', job.endedAt],
    ...(file
      ? ([
          [
            'File',
            `${formatCount(file.bytes, 'byte')}, ${file.isExpired ? 'expired' : 'kept until'} ${file.expiresAt}`,
          ],
          ['Download', file.url],
          ['Works until', file.urlExpiresAt],
        ] satisfies [string, string | null][])
      : []),
  ];
  return formatFacts(
    rows.flatMap(([label, value]): [string, string][] => (value === null ? [] : [[label, value]])),
  );
}

function describeCancellation({ id: jobId, state, isCancelRequested }: JobView): string {
  const id = oneLine(jobId);
  if (state === 'cancelled') return `Cancelled job ${id}. What it has done stays done.`;
  if (state === 'done' || state === 'failed') return `Job ${id} was already over: ${state}`;
  return isCancelRequested
    ? `Job ${id} stops within seconds. What it has done stays done.`
    : `Job ${id}: ${state}`;
}

/** Describes a job that is done. */
export function describeOutcome(
  job: JobWithFile,
  downloadCommand: string,
): Pick<CommandResult, 'text' | 'note'> {
  const subject = oneLine(job.botId ?? job.workspaceId);
  switch (job.kind) {
    case 'deleteResults':
      return { text: `Deleted ${countProgress(job)} of ${subject}.` };
    case 'exportResults':
      return {
        text: `Exported ${countProgress(job)} of ${subject}.`,
        note: job.file?.isExpired ? 'The file has expired.' : `To download the file: ${downloadCommand}`,
      };
    case 'eraseWorkspace':
      return { text: `Erased workspace ${oneLine(job.workspaceId)}.` };
  }
}
