import { render } from 'preact';
import type { WindowTheme } from '#apps/window/theme/theme-styles.ts';
import css from './bot-window.css';
import { ProgressBar } from './progress-bar.tsx';

/** Shows the progress bar in an element of the page, in a shadow root of its own. */
export function showProgressOutside(
  element: HTMLElement,
  { progressBar, properties }: WindowTheme,
): { show(percent: number | undefined): void; remove(): void } {
  const host = document.createElement('div');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  if (progressBar) element.append(host);
  return {
    show(percent) {
      if (!progressBar) return;
      render(
        <div class="outside" style={properties}>
          <ProgressBar bar={progressBar} percent={percent} />
        </div>,
        root,
      );
    },
    remove: () => host.remove(),
  };
}
