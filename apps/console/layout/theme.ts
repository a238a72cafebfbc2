import { signal } from '@preact/signals';

export const THEMES = ['system', 'light', 'dark'] as const;
export type ColorTheme = (typeof THEMES)[number];

const KEY = 'theme';

export const colorTheme = signal<ColorTheme>(readTheme());

/** Applies the chosen theme to the page. */
export function applyTheme(): void {
  if (colorTheme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = colorTheme.value;
}

/** Chooses a theme for this browser, in all of its tabs. */
export function chooseTheme(chosen: ColorTheme): void {
  colorTheme.value = chosen;
  localStorage.setItem(KEY, chosen);
  applyTheme();
}

function readTheme(): ColorTheme {
  const stored = localStorage.getItem(KEY);
  return THEMES.find((known) => known === stored) ?? 'system';
}
