import { expect, it } from 'vitest';
import { moveReport, moveReportText } from '#apps/cli/moving/report/move-report.ts';

it('says what became of custom domains, also where no bot is left to move', () => {
  const workspaceId = 'w1';
  const domains = [
    { name: 'offers.example.com', workspaceId, outcome: 'registered' as const },
    { name: 'taken.example.com', workspaceId, outcome: 'refused' as const, reason: 'This name is taken' },
  ];
  const report = moveReport(
    { bots: [], domains, folders: [] },
    { source: 'https://source.example', service: 'https://api.example', isDryRun: false },
  );
  const text = moveReportText(report);
  expect(text).toMatch(/^There are no bots to move from https:\/\/source\.example\.\n/);
  expect(text).toContain('offers.example.com: registered');
  expect(text).toContain('taken.example.com: not registered: This name is taken');
});
