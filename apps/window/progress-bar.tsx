import { AUTHOR_CLASS } from '#apps/window/theme/author-class-names.ts';

export type ProgressBarTheme = {
  placement: 'top' | 'bottom';
  position: 'fixed' | 'absolute';
};

/** Shows how far the respondent has come. Empty until the service has said it. */
export function ProgressBar({ bar, percent = 0 }: { bar: ProgressBarTheme; percent: number | undefined }) {
  return (
    <div
      class={`progress ${bar.placement} ${bar.position} ${AUTHOR_CLASS.progressBarContainer}`}
      {...{ part: 'progress-bar-container' }}
      role="progressbar"
      aria-label="Progress"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
    >
      <div class={AUTHOR_CLASS.progressBar} style={{ width: `${percent}%` }} />
    </div>
  );
}
