import { signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEY = 'theme';

export const theme = signal<Theme>(readTheme());

/** Applies the chosen theme to the page. */
export function applyTheme(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
}

/** Chooses a theme for this browser, in all of its tabs. */
export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  localStorage.setItem(KEY, chosen);
  applyTheme();
}

function readTheme(): Theme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((known) => known === stored) ?? 'system';
}
