import type { ComponentType } from 'preact';
import { FlowPage } from '../bot/flow-page.tsx';
import { lazyPage } from '../layout/lazy-page.tsx';

export type BotSectionProps = { botId: string; botName: string };

export type BotSection = {
  /** Last part of the address. Empty for the flow. */
  id: string;
  label: string;
  Section: ComponentType<BotSectionProps>;
  /** Takes the whole window below the tabs, and scrolls inside. */
  isWide?: boolean;
};

/** The pages of a bot, in the order of their tabs. */
export const BOT_SECTIONS: readonly BotSection[] = [
  { id: '', label: 'Flow', Section: FlowPage, isWide: true },
  {
    id: 'theme',
    label: 'Theme',
    Section: lazyPage(() => import('../bot/look/look-page.tsx').then(({ ThemePage }) => ThemePage)),
    isWide: true,
  },
  {
    id: 'settings',
    label: 'Settings',
    Section: lazyPage(() => import('../bot/look/look-page.tsx').then(({ SettingsPage }) => SettingsPage)),
    isWide: true,
  },
  {
    id: 'results',
    label: 'Results',
    Section: lazyPage(() => import('../results/results-page.tsx').then(({ ResultsPage }) => ResultsPage)),
  },
  {
    id: 'insights',
    label: 'Insights',
    Section: lazyPage(() => import('../insights/insights-page.tsx').then(({ InsightsPage }) => InsightsPage)),
  },
  {
    id: 'releases',
    label: 'Releases',
    Section: lazyPage(() => import('../releases/releases-page.tsx').then(({ ReleasesPage }) => ReleasesPage)),
  },
  {
    id: 'share',
    label: 'Share',
    Section: lazyPage(() => import('../share/share-page.tsx').then(({ SharePage }) => SharePage)),
  },
  {
    id: 'logs',
    label: 'Logs',
    Section: lazyPage(() => import('../results/logs-page.tsx').then(({ LogsPage }) => LogsPage)),
  },
];
