import { useCallback, useEffect, useState } from 'preact/hooks';
import { Link } from 'wouter-preact';
import { findDocument } from '#lib/bots/document/wrapped-document.ts';
import { summarizeIssues } from '#lib/bots/flow/summarize-issues.ts';
import { nameAfterFile } from '#lib/bots/incoming/name-after-file.ts';
import { unwrapWarnings } from '#lib/bots/incoming/unwrap-warnings.ts';
import { Button } from '../parts/button.tsx';
import { describeFailure } from '../parts/describe-failure.ts';
import { Dialog } from '../parts/dialog.tsx';
import { type ConsoleSession, useSession } from '../session/session.ts';
import { SeverityIcon } from './severity-icon.tsx';

/** Longer lists of warnings are cut off, and say how many are left out. */
const MAX_NOTES = 20;

type Note = {
  severity: 'error' | 'warning' | 'info';
  path: string;
  message: string;
  group?: string | undefined;
  block?: string | undefined;
};

type Candidate = {
  key: string;
  file: File;
  document?: Record<string, unknown>;
  name?: string;
  notes: readonly Note[];
  status: 'checking' | 'ready' | 'importing' | 'imported' | 'failed';
  problem?: string;
  botId?: string;
};

/** Shows what an import of files would do, and does it. Nothing is stored before that. */
export function ImportDialog(props: {
  files: readonly File[];
  folderId: string | undefined;
  onImported: () => void;
  onClose: () => void;
}) {
  const { files, onImported, onClose } = props;
  const current = useSession();
  // The bots go where the dialog was opened, whatever changes behind it.
  const [{ session, folderId, unchecked }] = useState(() => ({
    session: current,
    folderId: props.folderId,
    unchecked: files.map(toCandidate),
  }));
  const [candidates, setCandidates] = useState<readonly Candidate[]>(unchecked);
  const change = useCallback(
    (key: string, values: Partial<Candidate>) =>
      setCandidates((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one))),
    [],
  );

  useEffect(() => {
    const abort = new AbortController();
    const checkAll = async () => {
      // One after the other: each may be megabytes long.
      for (const { key, file } of unchecked) {
        if (!abort.signal.aborted) change(key, await check(file, folderId, session, abort.signal));
      }
    };
    void checkAll();
    return () => abort.abort();
  }, [unchecked, folderId, session, change]);

  const importAll = async () => {
    for (const { key, document, status } of candidates) {
      if (status !== 'ready' || !document) continue;
      change(key, { status: 'importing' });
      try {
        const { bot } = await session.client.importBot({
          // A repeated attempt returns the bot that the first one has made.
          headers: { 'idempotency-key': key },
          body: importBody(document, folderId, session),
        });
        change(key, { status: 'imported', botId: bot.id });
        onImported();
      } catch (error) {
        change(key, { status: 'failed', problem: describeFailure(error).message });
      }
    }
  };

  const ready = candidates.filter(({ status }) => status === 'ready').length;
  const isBusy = candidates.some(({ status }) => status === 'checking' || status === 'importing');
  const isDone = !isBusy && ready === 0;
  const imported = candidates.filter(({ botId }) => botId !== undefined);
  const only = imported.length === 1 ? imported[0] : undefined;
  return (
    <Dialog
      title={files.length === 1 ? 'Import a bot' : `Import ${files.length} bots`}
      onClose={onClose}
      foot={
        isDone ? (
          <>
            <Button look={only ? 'plain' : 'primary'} onClick={onClose}>
              Done
            </Button>
            {only && (
              <Link href={toHref(only)} class="button primary">
                Open the bot
              </Link>
            )}
          </>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button look="primary" isBusy={isBusy} onClick={() => void importAll()}>
              {importLabel(candidates, ready)}
            </Button>
          </>
        )
      }
    >
      <ul class="import-list">
        {candidates.map((candidate) => (
          <CandidateItem key={candidate.key} candidate={candidate} hasLink={only === undefined} />
        ))}
      </ul>
    </Dialog>
  );
}

function toCandidate(file: File): Candidate {
  return { key: crypto.randomUUID(), file, notes: [], status: 'checking' };
}

function importLabel(candidates: readonly Candidate[], ready: number): string {
  if (candidates.some(({ status }) => status === 'importing')) return 'Importing…';
  if (candidates.some(({ status }) => status === 'checking')) return 'Checking…';
  return ready === 1 ? 'Import' : `Import ${ready}`;
}

function toHref({ botId = '' }: Candidate): string {
  return `/bots/${encodeURIComponent(botId)}`;
}

function CandidateItem({ candidate, hasLink }: { candidate: Candidate; hasLink: boolean }) {
  const { file, name, notes, status, problem } = candidate;
  return (
    <li>
      <div class="import-head">
        <div>
          <h3>{name ?? file.name}</h3>
          {name !== undefined && <p class="soft">{file.name}</p>}
        </div>
        {status === 'checking' && <span class="tag">Checking…</span>}
        {status === 'ready' && <span class="tag">{notes.length === 0 ? 'Nothing to note' : 'Ready'}</span>}
        {status === 'importing' && <span class="tag">Importing…</span>}
        {status === 'failed' && <span class="tag bad">Not imported</span>}
        {status === 'imported' &&
          (hasLink ? (
            <Link href={toHref(candidate)} class="tag good">
              Imported: open
            </Link>
          ) : (
            <span class="tag good">Imported</span>
          ))}
      </div>
      {problem && (
        <p class="field-error" role="alert">
          {problem}
        </p>
      )}
      {notes.length > 0 && (
        <details open={notes.length <= 5 && status === 'ready'}>
          <summary>{summarizeIssues(notes)}</summary>
          <ul class="notes">
            {notes.slice(0, MAX_NOTES).map((note) => (
              <li key={note.path + note.message}>
                <SeverityIcon severity={note.severity} />
                <NoteText note={note} />
              </li>
            ))}
            {notes.length > MAX_NOTES && <li class="soft">and {notes.length - MAX_NOTES} more</li>}
          </ul>
        </details>
      )}
    </li>
  );
}

/** Says where it is as the author sees it, by group and type of block. Outside of groups, there is only the path. */
function NoteText({ note: { group, block, message, path } }: { note: Note }) {
  const location = [group, block].filter(Boolean).join(' › ');
  return (
    <span>
      {location && <span class="issue-place">{location}</span>}
      {message}
      {!location && <code class="note-path">{path}</code>}
    </span>
  );
}

async function check(
  file: File,
  folderId: string | undefined,
  session: ConsoleSession,
  signal: AbortSignal,
): Promise<Partial<Candidate>> {
  try {
    const { content, path } = toDocument(await file.text());
    const document = nameAfterFile(content, file.name);
    const { bot, warnings, issues } = await session.client.importBot({
      body: { ...importBody(document, folderId, session), dryRun: true },
      signal,
    });
    const notes: Note[] = [
      ...(issues ?? []),
      ...[...unwrapWarnings(path), ...(warnings ?? [])].map((warning) => ({
        severity: 'warning' as const,
        ...warning,
      })),
    ];
    // Some problems are reported as both, of which the check's is the more exact.
    const unique = new Map(notes.map((note) => [note.path + note.message, note]));
    return { status: 'ready', document, name: bot.name, notes: [...unique.values()] };
  } catch (error) {
    return { status: 'failed', problem: describeFailure(error).message };
  }
}

/** @throws Error if the text is not the JSON of a bot */
function toDocument(text: string): { content: Record<string, unknown>; path: string[] } {
  let value: unknown;
  try {
    // Some editors start files with a byte order mark.
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch {
    throw new Error('The file is not JSON. Export the bot as a file from its editor.');
  }
  const found = findDocument(value);
  if ('refusal' in found) throw new Error(found.refusal);
  return found;
}

function importBody(
  document: Record<string, unknown>,
  folderId: string | undefined,
  session: ConsoleSession,
) {
  return {
    workspaceId: session.workspace.id,
    // The service checks the document, and says what is wrong with it by path.
    bot: document as never,
    ...(folderId !== undefined && { folderId }),
  };
}
