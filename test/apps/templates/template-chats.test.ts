import { describe, expect, it } from 'vitest';
import { BOT_TEMPLATES } from '#apps/templates/bot-templates.ts';
import type { SentMessage } from '#lib/chat/sent-message.ts';
import type { Mail } from '#lib/engine/model/ports.ts';
import { fakeHttp, type ScriptedResponse } from '#test/support/chat/fake-http.ts';
import { Talk } from '#test/support/chat/talk.ts';

/* Each template, through its main ways. A chat that is not over, or that logs an error, has lost its way. */

describe('lead form', () => {
  it('asks somebody who wants a quote for their company and a phone number', async () => {
    const { talk, last } = await converse('lead-form', [
      'I would like a quote',
      'Analytical Engines',
      '11 to 50',
      'As soon as possible',
      'Ada',
      'ada@example.com',
      'By phone',
      '+49 30 1234567',
    ]);
    expect(last).toEqual([
      'Thank you, Ada. We have everything we need.',
      'You will hear from us within one working day. Have a good one!',
    ]);
    expect(talk.values).toMatchObject({
      Interest: 'I would like a quote',
      Company: 'Analytical Engines',
      'Company size': '11 to 50',
    });
    expect(talk.isOver).toBe(true);
  });

  it('takes a question without asking for the company', async () => {
    const { talk } = await converse('lead-form', [
      'I just have a question',
      'Do you deliver to Norway?',
      'Ada',
      'ada@example.com',
      'By e-mail',
    ]);
    expect(talk.values).toMatchObject({ Question: 'Do you deliver to Norway?', Email: 'ada@example.com' });
    expect(talk.values).not.toHaveProperty('Company');
    expect(talk.isOver).toBe(true);
  });
});

describe('feedback', () => {
  const THANKS = 'Thank you. We read every answer, and yours helps us to get better.';

  it.each([
    ['5', ['The bread', 'Yes, with my name', 'Ada']],
    ['4', ['The bread', 'Rather not']],
    ['3', ['More bread']],
    ['2', ['Waiting time, Price', 'I waited for an hour', 'Yes, please', 'ada@example.com']],
    ['1', ['Friendliness', 'Nobody smiled', 'No, thank you']],
  ])('asks what fits %s stars', async (stars, replies) => {
    const { talk, last } = await converse('feedback', [stars, ...replies]);
    expect(last.at(-1)).toBe(THANKS);
    expect(talk.answers).toEqual([stars, ...replies]);
    expect(talk.isOver).toBe(true);
  });
});

describe('appointment', () => {
  it('refuses today, has the appointment checked, and lets it be changed', async () => {
    const { talk, turns, last } = await converse('appointment', [
      'Something else',
      'A second opinion',
      'today',
      'in 3 days',
      '10:30',
      'Ada',
      'ada@example.com',
      'Yes',
      'I come by wheelchair',
      'Choose another time',
      'in 4 days',
      '14:00',
      'Ada',
      'ada@example.com',
      'No, nothing',
      'Yes, send it',
    ]);
    // Asked again.
    expect(turns[3]).toHaveLength(1);
    expect(turns[4]).toEqual(['And at what time?']);
    expect(turns.at(-2)?.[0]).toMatch(/^Please check:\w+day, \d+ \w+ \d{4}, 14:00Ada, ada@example.com$/);
    expect(last[1]).toBe('We will confirm it by e-mail within a few hours. See you soon, Ada!');
    expect(talk.isOver).toBe(true);
  });
});

describe('FAQ with AI', () => {
  const reply = (content: string): ScriptedResponse => ({
    json: { choices: [{ message: { role: 'assistant', content } }] },
  });

  it('answers from the menu', async () => {
    const { turns, talk } = await converse('faq-ai', [
      'Opening hours',
      'Back to the topics',
      'Returns',
      'No, that is all',
    ]);
    expect(turns[1]?.[0]).toContain('Monday to Friday, 9:00 to 18:00');
    expect(turns[2]).toEqual(['What would you like to know?']);
    expect(talk.isOver).toBe(true);
  });

  it('asks the model with the conversation so far', async () => {
    const http = fakeHttp([reply('Yes, we deliver to France.'), reply('No, only in the EU.')]);
    const { turns, talk } = await converse(
      'faq-ai',
      [
        'Something else',
        'Do you deliver to France?',
        'I have another question',
        'And to Norway?',
        'Yes, thank you',
      ],
      { http, credentials: async () => ({ apiKey: 'key' }) },
    );
    expect(turns[2]?.[0]).toBe('Yes, we deliver to France.');
    expect(turns[4]?.[0]).toBe('No, only in the EU.');
    const sent = JSON.parse(String(http.requests[1]?.body));
    expect(sent.messages.map(({ role }: { role: string }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
    expect(talk.isOver).toBe(true);
  });

  it('hands over to a person if the model cannot be asked', async () => {
    const { last, talk } = await converse(
      'faq-ai',
      ['Something else', 'Do you deliver to France?', 'ada@example.com'],
      { credentials: async () => undefined },
      { mayLog: true },
    );
    expect(last).toEqual(['Thank you. You will have an answer within one working day.']);
    expect(talk.values).toMatchObject({ Question: 'Do you deliver to France?', Email: 'ada@example.com' });
    expect(talk.isOver).toBe(true);
  });
});

describe('quiz', () => {
  const RIGHT = [
    'About 71 %',
    'The blue whale',
    'In the Mariana Trench',
    'Rivers carry salt from rocks into it',
  ];
  const WRONG = ['About 52 %', 'The megalodon', 'In the Red Sea', 'Whales release it'];

  it.each([
    [4, 'You are a captain'],
    [3, 'You are a sailor'],
    [2, 'You are a sailor'],
    [1, 'You are a beachcomber'],
    [0, 'You are a beachcomber'],
  ])('counts %i right answers', async (count, result) => {
    const answers = RIGHT.map((right, index) => (index < count ? right : (WRONG[index] ?? '')));
    const { turns, talk } = await converse('quiz', ['Dive in', ...answers, 'No, thank you']);
    const end = turns[5]?.join(' ');
    expect(end).toContain(`You got ${count} of 4 right.`);
    expect(end).toContain(result);
    expect(talk.isOver).toBe(true);
  });

  it('counts from zero in another round', async () => {
    const { turns } = await converse('quiz', [
      'Dive in',
      ...RIGHT,
      'Yes, once more',
      ...WRONG,
      'No, thank you',
    ]);
    expect(turns[10]?.join(' ')).toContain('You got 0 of 4 right.');
  });
});

describe('order', () => {
  it('adds up a basket that is delivered', async () => {
    const { turns, talk, last } = await converse('order', [
      'Butter croissant',
      '3',
      'Yes, show the menu',
      'Country loaf',
      '1',
      'No, that is all',
      'Please bring it (+ 3.00 €)',
      'Mill Lane 1, Ferry',
      'Ada',
      '+49 30 1234567',
      'Order now',
    ]);
    expect(turns[2]?.[0]).toBe('That makes 7.20 € so far. Anything else?');
    expect(turns[10]?.[0]).toContain('3 × Butter croissant');
    expect(turns[10]?.[0]).toContain('1 × Country loaf');
    expect(turns[10]?.[0]).toContain('16.00 € in total');
    expect(last).toEqual(['Thank you, Ada! Your order is in the book, and the oven is on at five.']);
    expect(talk.isOver).toBe(true);
  });

  it('empties the basket of somebody who starts again, and takes a time to collect', async () => {
    const first = ['Plum cake', '2', 'No, that is all', 'I will collect it', '8:30', 'Ada', '+49 30 1234567'];
    const { talk } = await converse('order', [...first, 'Start again', ...first, 'Order now']);
    expect(talk.values).toMatchObject({ Total: '6.40', 'Pick-up time': '08:30' });
    expect(talk.values.Basket).toEqual(['2 × Plum cake']);
    expect(talk.isOver).toBe(true);
  });

  it('refuses more than 20 of a kind', async () => {
    const { talk } = await converse('order', ['Country loaf', '21']);
    expect(talk.running).not.toHaveProperty('Quantity');
  });
});

describe('support', () => {
  it('solves a usual problem', async () => {
    const { talk, last } = await converse('support', [
      'My order',
      'I have another problem',
      'An invoice',
      'Yes, thank you',
    ]);
    expect(last).toEqual(['Glad to hear it. Have a good day!']);
    expect(talk.isOver).toBe(true);
  });

  it.each([
    ['I am stuck', 'within the hour'],
    ['No hurry', 'by the end of the next working day'],
  ])('mails the chat to the team: %s', async (urgency, promise) => {
    const mails: Mail[] = [];
    const { talk, last } = await converse(
      'support',
      [
        'I cannot sign in',
        'No, I need a person',
        'The e-mail does not come',
        urgency,
        'Ada',
        'ada@example.com',
      ],
      { mail: { send: async (mail) => void mails.push(mail) } },
    );
    expect(mails).toMatchObject([
      { to: ['support@example.com'], subject: `${urgency}: I cannot sign in (Ada)` },
    ]);
    expect(mails[0]?.text).toContain('The e-mail does not come');
    expect(mails[0]?.text).toContain('Does that solve it?');
    expect(last.at(-1)).toContain(promise);
    expect(talk.isOver).toBe(true);
  });
});

describe('survey with scoring', () => {
  it.each([
    [['5', '4', '5', '4', '5'], '23 of 25 points. That is 92 %', 'Deep roots'],
    [['3', '3', '3', '2', '2'], '13 of 25 points. That is 52 %', 'Growing'],
    [['1', '1', '1', '1', '1'], '5 of 25 points. That is 20 %', 'Thirsty'],
  ])('adds up %j', async (ratings, score, result) => {
    const { turns, talk } = await converse('survey-scoring', [
      "Let's start",
      ...ratings,
      'Yes, please',
      'ada@example.com',
    ]);
    expect(turns[6]?.join(' ')).toContain(score);
    expect(turns[6]?.join(' ')).toContain(result);
    expect(talk.values).toMatchObject({ Email: 'ada@example.com' });
    expect(talk.isOver).toBe(true);
  });
});

/** Chats with a template, and returns the texts of each turn. */
async function converse(
  id: string,
  messages: SentMessage[],
  ports: NonNullable<ConstructorParameters<typeof Talk>[1]>['ports'] = {},
  { mayLog = false }: { mayLog?: boolean } = {},
) {
  const document = await BOT_TEMPLATES.find((template) => template.id === id)?.load();
  const talk = new Talk(document ?? {}, { ports });
  const turns = await talk.texts(...messages);
  const errors = talk.chat.logs
    .filter(({ status }) => status === 'error')
    .map(({ description }) => description);
  if (!mayLog) expect(errors).toEqual([]);
  return { talk, turns, last: turns.at(-1) ?? [] };
}
