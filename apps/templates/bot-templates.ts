import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** A bot to begin with. Its document is only loaded when somebody has chosen it. */
export type BotTemplate = {
  /** Name of its file, by which the command line knows it. */
  id: string;
  /** The name in its document. */
  name: string;
  summary: string;
  /** Shown when an author chooses the template: what to change before publishing. */
  firstSteps: string;
  load: () => Promise<JsonObject>;
};

export const BOT_TEMPLATES: readonly BotTemplate[] = [
  {
    id: 'lead-form',
    name: 'Lead form',
    summary: 'Finds out what somebody needs, and how to reach them.',
    firstSteps: 'Change the buttons to what you offer.',
    load: async () => (await import('./lead-form.json', { with: { type: 'json' } })).default,
  },
  {
    id: 'feedback',
    name: 'Customer feedback',
    summary: 'Asks for a star rating, and follows up on it.',
    firstSteps: 'Change the reasons to choose from.',
    load: async () => (await import('./feedback.json', { with: { type: 'json' } })).default,
  },
  {
    id: 'appointment',
    name: 'Appointment',
    summary: 'Finds a day and a time, and asks to confirm them.',
    firstSteps: 'Change the times to yours.',
    load: async () => (await import('./appointment.json', { with: { type: 'json' } })).default,
  },
  {
    id: 'faq-ai',
    name: 'FAQ with AI',
    summary: 'Answers common questions from a menu, and others with an OpenAI model.',
    firstSteps:
      'Store credentials with the id “openai”, and put what the model should know into its first message.',
    load: async () => (await import('./faq-ai.json', { with: { type: 'json' } })).default,
  },
  {
    id: 'quiz',
    name: 'Quiz',
    summary: 'Four questions, each with an explanation, and a result.',
    firstSteps: 'Change the questions: the group a button leads to decides whether it is right.',
    load: async () => (await import('./quiz.json', { with: { type: 'json' } })).default,
  },
  {
    id: 'order',
    name: 'Order',
    summary: 'Fills a basket from a menu, adds it up, and asks where to bring it.',
    firstSteps: "Change the cards. A card's price is its internal value.",
    load: async () => (await import('./order.json', { with: { type: 'json' } })).default,
  },
  {
    id: 'support',
    name: 'Support with hand-over',
    summary: 'Solves the usual problems, and mails the rest to your team with the whole chat.',
    firstSteps: 'Put the address of your team into the block “Send email”.',
    load: async () => (await import('./support.json', { with: { type: 'json' } })).default,
  },
  {
    id: 'survey-scoring',
    name: 'Survey with scoring',
    summary: 'Adds up five ratings, and shows what they mean.',
    firstSteps: 'Change the statements, and the points of each result.',
    load: async () => (await import('./survey-scoring.json', { with: { type: 'json' } })).default,
  },
];
