import { Icon } from '../parts/icon.tsx';

const LABELS = { error: 'Error', warning: 'Warning', info: 'Note' };

/** Severity of an issue, as a sign and for screen readers as a word. */
export function SeverityIcon({ severity }: { severity: 'error' | 'warning' | 'info' }) {
  return (
    <span class={`severity ${severity}`} title={LABELS[severity]}>
      <Icon name={severity === 'info' ? 'info' : 'warning'} />
      <span class="visually-hidden">{LABELS[severity]}: </span>
    </span>
  );
}
