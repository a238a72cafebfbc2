type FileListProps = {
  label: string;
  files: readonly File[];
  /** Absent while the files are being uploaded. */
  onRemove: ((file: File) => void) | undefined;
};

/** The chosen files, each with a button that removes it. */
export function FileList({ label, files, onRemove }: FileListProps) {
  if (files.length === 0) return null;
  return (
    <ul class="files" aria-label={label}>
      {files.map((file, index) => (
        <li key={`${index} ${file.name}`} class="file">
          <bdi class="file-name">{file.name}</bdi>
          <bdi class="file-size">{formatSize(file.size)}</bdi>
          {onRemove && (
            <button
              type="button"
              class="icon-button"
              aria-label={`Remove ${file.name}`}
              onClick={() => onRemove(file)}
            >
              <span class="glyph cross" />
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), UNITS.length - 1);
  const format = new Intl.NumberFormat(undefined, {
    style: 'unit',
    unit: UNITS[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  });
  return format.format(bytes / 1000 ** power);
}
