import { useRef, useState } from 'preact/hooks';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Segments } from '../parts/segments.tsx';
import { ErrorState } from '../parts/states.tsx';
import { useSession } from '../session/session.ts';
import { exportToFile, type FileFormat } from './export-to-file.ts';
import type { toFilterQuery } from './result-filter.ts';

const FORMATS: readonly { value: FileFormat; label: string }[] = [
  { value: 'csv', label: 'CSV' },
  { value: 'ndjson', label: 'NDJSON' },
];

const FORMAT_NOTES: Record<FileFormat, string> = {
  csv: 'For spreadsheets: one row per result. Cells that look like a formula begin with an apostrophe.',
  ndjson: 'For programs: one result per line, with exact values.',
};

const counts = new Intl.NumberFormat('en');

/** Exports the results that the filter selects into a file of the browser. */
export function ExportDialog(props: {
  botId: string;
  botName: string;
  filterQuery: ReturnType<typeof toFilterQuery>;
  isFiltered: boolean;
  onClose: () => void;
}) {
  const { botId, botName, filterQuery, isFiltered, onClose } = props;
  const { client } = useSession();
  const [format, setFormat] = useState<FileFormat>('csv');
  const [bytes, setBytes] = useState<number>();
  const [error, setError] = useState<unknown>();
  const abort = useRef<AbortController>();

  const start = async () => {
    const stop = new AbortController();
    abort.current = stop;
    setError(undefined);
    setBytes(0);
    try {
      await exportToFile({
        client,
        botId,
        botName,
        format,
        filterQuery,
        onProgress: setBytes,
        signal: stop.signal,
      });
      onClose();
    } catch (failure) {
      if (stop.signal.aborted) return;
      setError(failure);
      setBytes(undefined);
    }
  };
  const close = () => {
    abort.current?.abort();
    onClose();
  };
  const isRunning = bytes !== undefined;
  return (
    <Dialog
      title={`Export results of “${botName}”`}
      onClose={close}
      onSubmit={() => {
        if (!isRunning) void start();
      }}
      foot={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" type="submit" icon="download" isBusy={isRunning}>
            {isRunning ? 'Exporting…' : 'Export'}
          </Button>
        </>
      }
    >
      <div class="field">
        <span class="field-label">Format</span>
        <div>
          <Segments label="Format" value={format} options={FORMATS} onChoose={setFormat} />
        </div>
        <span class="field-note">{FORMAT_NOTES[format]}</span>
      </div>
      <p>
        {isFiltered ? 'Only the results that the filter selects.' : 'All results of the bot.'} The file is put
        together in this browser, page by page. With hundreds of thousands of results,{' '}
        <code>bots results export --job</code> is the better way.
      </p>
      {isRunning && <p role="status">{counts.format(Math.ceil(bytes / 1024))} KB so far</p>}
      {error !== undefined && <ErrorState title="The export has failed." error={error} />}
    </Dialog>
  );
}
