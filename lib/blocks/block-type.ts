/*
 * Facts about types of blocks, known without running one. The flow's checks and pictures, chats and the
 * terminal read it. The folder of a type is its family. `block-types.ts` finds a type by its name, from the generated
 * `block-lists.ts`.
 *
 * Types and options are named as in version 6. Earlier versions name them alike, so checks can read a document as it
 * was sent. Only `start` blocks ended with version 5.
 */

export type BlockFamily = 'start' | 'bubble' | 'input' | 'logic' | 'integration';

/** A path in a block, such as `options.url`. */
export type BlockPath = string;

type AnyBlockType = {
  /** Value of a block's `type`. */
  type: string;
  /** Short display name, one or two words. */
  label: string;

  /**
   * Parts of a block of which a picture of the flow shows one: the first part that is not empty. If absent, the variable that the
   * block fills, or the action that it performs.
   */
  excerpt?: readonly ExcerptPart[];

  /**
   * Kind of the stored credentials that `options.credentialsId` names, in the words of Typebot. Absent
   * if the block reads none.
   */
  credentialsKind?: string;
  worksWithoutCredentials?: true;
  /** Value of `options.credentialsId` that names no stored credentials, but the service's own account. */
  ownCredentialsId?: string;

  /** Items of a block. Absent if it has none. */
  items?: BlockItems;

  /** URLs that the respondent's browser opens. */
  opensUrls?: readonly BlockPath[];
  /**
   * Whether a chat stops at the block until its client sends something: always, never, or if the flag at this path is
   * true. Always, too, if nobody knows where the chat goes on, because that is in another bot. If absent, it stops if `options.isExecutedOnClient` is true. It always stops at inputs.
   */
  awaitsReply?: boolean | BlockPath;
};

/** A text of the block, or something made of the value at a path. */
export type ExcerptPart = BlockPath | { path: BlockPath; as: Excerpt };

export type Excerpt =
  /** The first entries of a list of texts. */
  | 'list'
  /** The title of a group, by its id. */
  | 'group'
  | 'seconds'
  /** Rich text, or the plain text of old documents. */
  | 'message'
  /** A variable and its value. */
  | 'assignment'
  /** The method and URL of a request. */
  | 'request';

export type BlockItems = {
  /** Fields that show an item, the preferred one first. */
  label?: readonly string[];
  /** Fields that an item can be chosen by: it needs one of them, or a button. `words` says so to authors. */
  chosenBy?: { fields: readonly string[]; words: string };
  /** Items have buttons in `paths`, each with an edge. */
  hasButtons?: true;
  /** Options that replace the items by the values of a variable. `enabledBy` is a flag that has to be true. */
  list?: { variable: string; enabledBy?: string };
  /** If `options.isMultipleChoice` is true, respondents choose several items, whose edges are never followed. */
  mayBeMultiple?: true;
  /** Every chat leaves by an item, so the block needs no edge of its own if each item has one. */
  coverEveryWay?: true;
  /** Path in an item to the condition for following its edge. */
  condition?: string;
  /** Path in an item to the condition for showing it. `displayCondition` if absent. */
  displayCondition?: string;
};

type BubbleFacts = {
  /** Fields of the content of which a bubble needs one to show anything. */
  shownBy?: readonly string[];
};

type InputFacts = {
  /** Respondents have to see it before they reply, so the message of a start request cannot answer it. */
  mustBeSeen?: true;
  /** Option with the author's text for asking again. Absent if the option has no effect. */
  retryTextOption?: string;
  /** Option that lets respondents go on without an answer if it is false. */
  requiredOption?: string;
  /** Way in which respondents send files: as their answer, or with it if an option allows that. */
  takesFiles?: 'asAnswer' | 'withAnswer';
  /** Options with the smallest and the largest number that is accepted, and what they are if absent. */
  bounds?: { from: string; to: string; standard?: { from: number; to: number } };
  /** Option with a list of variables that the answer is saved in, besides `options.variableId`. */
  savedInOption?: string;
  /** All answers are the same, so few authors save them. */
  isAnswerFixed?: true;
};

type ActionFacts = {
  /** It changes something outside of the chat, as every block with a `request` does. */
  changesElsewhere?: true;
};

type LogicFacts = {
  /** Where a chat goes on depends on more than its result shows, so a transcript cannot tell which way it took. */
  isFork?: true;
};

type IntegrationFacts = {
  /**
   * It sends the HTTP request in `options.webhook`, unless `options.proxyCredentialsId` names an outgoing proxy.
   * `urlSource` tells authors where its URL comes from.
   */
  request?: { urlSource: string };
  /** Options with the recipients of a mail. */
  recipientOptions?: readonly string[];
};

export type StartType = AnyBlockType;
export type BubbleType = AnyBlockType & BubbleFacts;
export type InputType = AnyBlockType & InputFacts;
export type LogicType = AnyBlockType & ActionFacts & LogicFacts;
export type IntegrationType = AnyBlockType & ActionFacts & IntegrationFacts;

/** A type of any family. A fact that only another family has is absent. */
export type BlockType = AnyBlockType &
  Partial<BubbleFacts & InputFacts & ActionFacts & LogicFacts & IntegrationFacts> & { family: BlockFamily };

/** Sentences about a type of block. Apart from the facts, because functions do not need them. */
export type BlockWords = {
  /** Purpose of the block. */
  purpose: string;
};

export type InputWords = BlockWords & {
  /** Prompt of a terminal for the answer, unless it lists the items. `{amount}` is the amount of a payment. */
  prompt?: string;
  /** The same if `options.isRange` is true. */
  rangePrompt?: string;
};

/** Words for a type of any family. */
export type AnyWords = BlockWords & Partial<InputWords>;
