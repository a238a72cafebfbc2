import { useCallback, useEffect } from 'preact/hooks';
import { BotLink } from '../bots/bot-link.tsx';
import { useBotNames } from '../bots/use-bot-names.ts';
import { usePages } from '../data/use-pages.ts';
import { Page } from '../layout/page.tsx';
import { Button } from '../parts/button.tsx';
import { confirm } from '../parts/confirmation.tsx';
import { type ListColumn, ListTable } from '../parts/list-table.tsx';
import { PagedCard } from '../parts/paged-card.tsx';
import { EmptyState } from '../parts/states.tsx';
import { Time } from '../parts/time.tsx';
import { useAction } from '../parts/use-action.ts';
import { useRole, useSession } from '../session/session.ts';
import { describeProgress } from './describe-progress.ts';
import { jobKindName } from './job-kind-name.ts';
import { isUnfinished, type Job, JobStateTag } from './job-words.tsx';
import { openExportFile } from './open-export-file.ts';

const COLUMNS: readonly ListColumn[] = [
  { name: 'Job', skeletonWidth: '50%' },
  { name: 'State', skeletonWidth: '60px' },
  { name: 'Progress', skeletonWidth: '80px' },
  { name: 'Started', skeletonWidth: '60px' },
  { name: 'Actions', isNameHidden: true, skeletonWidth: '70px' },
];

/** How often unfinished jobs are read again: a job saves its progress every few seconds. */
const REFRESH_MS = 3_000;

/** `/jobs`: long work of the workspace, newest first. */
export function JobsPage() {
  const { client, workspace } = useSession();
  const pages = usePages<Job>(`jobs:${workspace.id}`, async (cursor, signal) => {
    const { jobs, nextCursor } = await client.listJobs({
      params: { workspaceId: workspace.id },
      query: { cursor },
      signal,
    });
    return { items: jobs, nextCursor };
  });
  const names = useBotNames(
    client,
    workspace.id,
    (pages.items ?? []).flatMap((job) => job.botId ?? []),
  );
  const unfinished = (pages.items ?? []).filter(isUnfinished).map(({ id }) => id);
  const { change } = pages;
  const replace = useCallback(
    (job: Job) => change((jobs) => jobs.map((one) => (one.id === job.id ? { ...one, ...job } : one))),
    [change],
  );

  // One by one and not by the list, which lags behind.
  const followed = unfinished.join();
  useEffect(() => {
    if (followed === '') return undefined;
    const abort = new AbortController();
    const timer = setInterval(() => {
      for (const jobId of followed.split(',')) {
        client
          .getJob({ params: { workspaceId: workspace.id, jobId }, signal: abort.signal })
          .then(({ job: { file: _file, ...job } }) => replace(job))
          // The next round tries again; what is on screen stays true for the time that it names.
          .catch(() => {});
      }
    }, REFRESH_MS);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [followed, client, workspace.id, replace]);

  return (
    <Page title="Jobs">
      <PagedCard
        pages={pages}
        failure="The jobs could not be loaded."
        empty={
          <EmptyState title="There are no jobs">
            Long work runs as a job, such as exporting or deleting all results of a bot. Jobs are listed here
            for 30 days.
          </EmptyState>
        }
      >
        <ListTable
          label="Jobs"
          columns={COLUMNS}
          items={pages.items}
          row={(job) => (
            <JobRow key={job.id} job={job} botName={names.get(job.botId ?? '')} onChanged={replace} />
          )}
        />
      </PagedCard>
    </Page>
  );
}

function JobRow({
  job,
  botName,
  onChanged,
}: {
  job: Job;
  botName: string | undefined;
  onChanged: (job: Job) => void;
}) {
  const { client, workspace } = useSession();
  const canEdit = useRole('editor');
  const params = { workspaceId: workspace.id, jobId: job.id };
  const [cancel, isCancelling] = useAction('The job was not cancelled.', async () => {
    const isConfirmed = await confirm({
      title: 'Cancel the job?',
      text:
        job.kind === 'deleteResults'
          ? 'Results that are deleted already stay deleted.'
          : 'What it has written so far is thrown away.',
      action: 'Cancel the job',
      isDangerous: true,
    });
    if (!isConfirmed) return;
    onChanged((await client.cancelJob({ params })).job);
  });
  const [download, isDownloading] = useAction('The file could not be downloaded.', async () => {
    openExportFile((await client.getJob({ params })).job);
  });
  return (
    <tr>
      <td>
        {jobKindName(job.kind)} {job.botId && <BotLink botId={job.botId} name={botName} />}
        {job.error && <p class="field-error">{job.error}</p>}
      </td>
      <td>
        <JobStateTag job={job} />
      </td>
      <td class="numbers">{describeProgress(job)}</td>
      <td class="soft">
        <Time at={job.createdAt} />
      </td>
      <td class="row-actions">
        {canEdit && isUnfinished(job) && !job.isCancelRequested && job.kind !== 'eraseWorkspace' && (
          <Button isBusy={isCancelling} onClick={cancel}>
            Cancel
          </Button>
        )}
        {job.kind === 'exportResults' && job.state === 'done' && (
          <Button icon="download" isBusy={isDownloading} onClick={download}>
            Download
          </Button>
        )}
      </td>
    </tr>
  );
}
