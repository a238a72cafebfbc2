import { describe, expect, it } from 'vitest';
import {
  findWorst,
  listExactIssues,
  listIssuesAt,
  listIssuesBeside,
  listIssuesOfDocument,
  listIssuesOfPart,
  listLiveIssues,
} from '#apps/console/bot/check/live-issues.ts';
import type { BotDocument } from '#lib/bots/document/bot-document.ts';
import { checkFlow } from '#lib/bots/flow/flow-check.ts';
import type { FlowIssue } from '#lib/bots/flow/flow-issue.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';

type Groups = Parameters<typeof chatBot>[0];

const openBot = (...groups: Groups) => chatBot(groups) as unknown as BotDocument;
const hello = { id: 'one', blocks: [text('hello', 'Hello')] };
const wait = (seconds: string) => ({ id: 'pause', type: 'Wait', options: { secondsToWaitFor: seconds } });

/** An issue that the service alone finds: credentials that are not stored. */
const missing: FlowIssue = {
  severity: 'error',
  code: 'CREDENTIALS_NOT_STORED',
  path: 'bot.groups[1].blocks[0].options.credentialsId',
  message: 'are not stored',
  id: 'mail',
};
const mail = { id: 'two', blocks: [{ id: 'mail', type: 'Email', options: { credentialsId: 'c' } }] };

describe('issues of a flow that is being edited', () => {
  it('are those of the edits, and no longer those of the saved flow', () => {
    const saved = openBot({ id: 'one', blocks: [{ id: 'hello', type: 'text', content: {} }] });
    const issues = checkFlow(saved, 'bot');
    expect(issues.length).toBeGreaterThan(0);
    expect(listLiveIssues(checkFlow, openBot(hello), 'bot', { document: saved, issues })).toEqual([]);
    const edited = openBot({ id: 'one', blocks: [text('hello', 'Hello {{Nobody}}')] });
    const found = listLiveIssues(checkFlow, edited, 'bot', { document: openBot(hello), issues: [] });
    expect(found).toEqual(checkFlow(edited, 'bot'));
    expect(found).toMatchObject([{ id: 'hello' }]);
  });

  it('include what the service alone finds, wherever the part stands now, until the part is deleted', () => {
    const checked = { document: openBot(hello, mail), issues: [missing] };
    const before = listLiveIssues(checkFlow, openBot(hello, mail), 'bot', checked);
    expect(before).toContainEqual(missing);
    const moved = listLiveIssues(checkFlow, openBot(mail, hello), 'bot', checked);
    expect(moved).toContainEqual({ ...missing, path: 'bot.groups[0].blocks[0].options.credentialsId' });
    expect(listLiveIssues(checkFlow, openBot(hello), 'bot', checked)).toEqual([]);
  });

  it('are listed with the part that they are about, by the path within it', () => {
    const document = openBot({ id: 'one', blocks: [text('hello', 'Hello'), wait('{{Nobody}}')] });
    const found = listLiveIssues(checkFlow, document, 'bot', undefined);
    const issues = listIssuesOfPart(found, 'pause');
    expect(issues.length).toBeGreaterThan(0);
    expect(new Set(issues.map(({ path }) => path))).toEqual(new Set(['options.secondsToWaitFor']));
    expect(listIssuesOfPart(found, 'hello')).toEqual([]);
  });
});

describe('issues of a form', () => {
  const issue = (path: string, severity: FlowIssue['severity'] = 'warning') => ({
    path,
    severity,
    message: `about ${path}`,
  });
  const own = issue('');
  const address = issue('options.url');
  const similar = issue('options.urls');
  const header = issue('options.headers[1].value', 'error');
  const unknown = issue('options.unknown');
  const all = [own, address, similar, header, unknown];

  it('are beside the field of their value', () => {
    expect(listIssuesAt(all, ['options', 'url'])).toEqual([address]);
    expect(listIssuesAt(all, ['options', 'headers', 1])).toEqual([header]);
    expect(listExactIssues(all, ['options', 'headers'])).toEqual([]);
  });

  it('are above the fields if none shows their value, so that each is shown once', () => {
    expect(listIssuesBeside(all, [], ['options'])).toEqual([own]);
    expect(listIssuesBeside(all, ['options'], ['url', 'headers'])).toEqual([similar, unknown]);
  });

  it('have a worst one', () => {
    expect(findWorst(all)).toBe('error');
    expect(findWorst([])).toBeUndefined();
  });

  it('of theme and settings begin with its name', () => {
    const theme: FlowIssue = {
      severity: 'info',
      code: 'UNMATCHED_SELECTOR',
      path: 'bot.theme.customCss',
      message: 'matches nothing',
    };
    expect(listIssuesOfDocument([theme, missing], 'theme')).toEqual([
      { severity: 'info', path: 'theme.customCss', message: 'matches nothing' },
    ]);
  });
});
