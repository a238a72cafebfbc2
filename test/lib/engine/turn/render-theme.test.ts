import { describe, expect, it } from 'vitest';
import { dynamicThemeTemplates, renderDynamicTheme, renderTheme } from '#lib/engine/turn/render-theme.ts';
import { chatBot, text } from '#test/fixtures/chat-bots.ts';
import { blockContext } from '#test/support/chat/block-context.ts';
import { Talk } from '#test/support/chat/talk.ts';

const { renderAll } = blockContext({
  variables: { Color: '#123456', Photo: 'https://e.com/p.png', Unset: undefined },
});
const context = { renderLook: renderAll };

describe('A theme', () => {
  it('has its variables filled in and contains only what clients show', () => {
    const theme = {
      general: {
        background: { type: 'Color' as const, content: '{{Color}}' },
        progressBar: { isEnabled: true },
      },
      chat: { hostAvatar: { url: '{{Unset}}' }, inputs: { opacity: 0.5 } },
      customCss: '/* mine */ .a { color: {{Color}} }',
      other: 1,
    };
    expect(renderTheme(theme, context)).toStrictEqual({
      general: { background: { type: 'Color', content: '#123456' }, progressBar: { isEnabled: true } },
      chat: { hostAvatar: { url: '' }, inputs: { opacity: 0.5 } },
      customCss: '/* mine */ .a { color: #123456 }',
    });
  });

  it('has no fields that the document lacks', () => {
    expect(renderTheme({}, context)).toStrictEqual({});
  });
});

describe("A theme's style sheets", () => {
  it('keep values where their author placed them', async () => {
    const talk = new Talk(
      chatBot([{ id: 'g', blocks: [text('t', 'Hello')] }], {
        variables: [{ id: 'v', name: 'Color', value: 'red; } .bubble { display: none' }],
        theme: {
          general: {
            font: { type: 'Custom', family: 'Own', css: '@font-face { font-family: {{Color}} }' },
            background: { type: 'Color', content: '{{Color}}' },
          },
          customCss: '.a { color: {{Color}} }',
        },
      }),
    );
    expect(await talk.start()).toMatchObject({
      theme: {
        general: {
          font: { css: '@font-face { font-family: red    .bubble   display: none }' },
          background: { content: 'red; } .bubble { display: none' },
        },
        customCss: '.a { color: red    .bubble   display: none }',
      },
    });
  });
});

describe('The templates of a theme', () => {
  const image = (content: string) => ({ general: { background: { type: 'Image' as const, content } } });

  it.each([
    ['the avatar of the bot', { chat: { hostAvatar: { url: '{{Photo}}' } } }, { hostAvatarUrl: '{{Photo}}' }],
    ['no avatar that is off', { chat: { hostAvatar: { isEnabled: false, url: '{{Photo}}' } } }, undefined],
    [
      "the respondent's avatar",
      { chat: { guestAvatar: { isEnabled: true, url: '{{Photo}}' } } },
      { guestAvatarUrl: '{{Photo}}' },
    ],
    ["no respondent's avatar that is not on", { chat: { guestAvatar: { url: '{{Photo}}' } } }, undefined],
    ['the picture in the background', image('{{Photo}}'), { backgroundUrl: '{{Photo}}' }],
    ['no colour', { general: { background: { type: 'Color' as const, content: '{{Color}}' } } }, undefined],
    ['what begins with a variable', image('{{Photo}}?s=1'), { backgroundUrl: '{{Photo}}?s=1' }],
    ['nothing that has one inside', image('https://e.com/{{Photo}}'), undefined],
    ['nothing', {}, undefined],
  ])('are %s', (_, theme, templates) => {
    expect(dynamicThemeTemplates(theme)).toStrictEqual(templates);
  });

  it('are filled in', () => {
    const templates = { hostAvatarUrl: '{{Photo}}', backgroundUrl: '{{Unset}}' };
    expect(renderDynamicTheme(templates, context)).toStrictEqual({
      hostAvatarUrl: 'https://e.com/p.png',
      backgroundUrl: '',
    });
  });
});
