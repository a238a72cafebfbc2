import * as z from 'zod';
import type { BotEvent, Edge, Group, Variable } from '#lib/bots/document/bot-document.ts';
import { flowFields, variable } from '#lib/bots/document/bot-schema.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { once } from '#lib/platform/validation/once.ts';

/*
 * The closed set of changes to a bot's document. Each is a small JSON value that carries what it replaces as `was` and
 * what it puts there as `value`. An absent `was` means that nothing was there, an absent `value` that nothing is left.
 * An operation names elements by id, so it applies whatever else has changed.
 */

/** Operations in one list. */
export const MAX_OPERATIONS = 500;

/** Elements that an operation lets name an edge, or stop. Usually one does. */
const MAX_NAMERS = 200;

/** Characters of a variable's name when it is renamed: each of its mentions grows by as many. */
const MAX_NAME_CHARS = 1_000;

/** Levels of a path. No document is nested deeper: a request's body has at most 200 levels. */
const MAX_PATH_KEYS = 200;

const id = once(() => z.string().min(1));
const index = once(() => z.int().min(0));
const position = once(() => z.strictObject({ x: z.number(), y: z.number() }));

/**
 * Says that an element comes back as it was, with an id that another one has, or an end that is missing; or that one goes
 * although something leads to it, as before it came. Undoing needs it for documents that were imported like that.
 */
const restores = once(() => z.literal(true).optional());

/** Where an element is put in its list. Absent, or beyond the end: at the end. */
const at = once(() => ({ index: index().optional(), restores: restores() }));

/** Changes a value inside an element. Lists there are replaced as a whole, or element by element. */
const change = once(() => ({
  /** Keys of objects and indices of lists, from the element to the value. */
  path: z
    .array(z.union([z.string(), index()]))
    .min(1)
    .max(MAX_PATH_KEYS),
  was: z.unknown().optional(),
  value: z.unknown().optional(),
  /** Key that a new key is put before. Absent: the new key becomes the last one. */
  before: z.string().optional(),
}));

const event = once(() => flowFields().events.unwrap().element);
const group = once(() => flowFields().groups.element);
const edge = once(() => flowFields().edges.element);
const block = once(() => z.looseObject({ id: id() }));

/** A block, item, button or event whose `outgoingEdgeId` names an edge. */
const origin = once(() =>
  z.strictObject({
    eventId: z.string().optional(),
    blockId: z.string().optional(),
    itemId: z.string().optional(),
    pathId: z.string().optional(),
    /** Key that `outgoingEdgeId` is put before. */
    before: z.string().optional(),
  }),
);

const move = once(() => ({ was: position(), value: position() }));
const blockPosition = once(() => z.strictObject({ groupId: z.string(), index: index() }));

/** An operation: `op` says which, and which fields it has. */
export const operation = once(
  () =>
    z.discriminatedUnion('op', [
      z.strictObject({ op: z.literal('addGroup'), value: group(), ...at() }),
      z.strictObject({ op: z.literal('deleteGroup'), was: group(), restores: restores() }),
      z.strictObject({ op: z.literal('moveGroup'), groupId: id(), ...move() }),
      z.strictObject({ op: z.literal('changeGroup'), groupId: id(), ...change() }),
      z.strictObject({ op: z.literal('addBlock'), groupId: id(), value: block(), ...at() }),
      z.strictObject({
        op: z.literal('deleteBlock'),
        groupId: id(),
        was: block(),
        restores: restores(),
      }),
      z.strictObject({
        op: z.literal('moveBlock'),
        blockId: id(),
        was: blockPosition(),
        value: blockPosition(),
      }),
      z.strictObject({ op: z.literal('changeBlock'), blockId: id(), ...change() }),
      z.strictObject({ op: z.literal('addItem'), blockId: id(), value: block(), ...at() }),
      z.strictObject({
        op: z.literal('deleteItem'),
        blockId: id(),
        was: block(),
        restores: restores(),
      }),
      z.strictObject({
        op: z.literal('moveItem'),
        blockId: id(),
        itemId: id(),
        was: index(),
        value: index(),
      }),
      z.strictObject({ op: z.literal('changeItem'), blockId: id(), itemId: id(), ...change() }),
      z.strictObject({
        op: z.literal('connect'),
        value: edge(),
        /** Elements that get the edge's id as their `outgoingEdgeId`. Absent: the one that `from` names. */
        namedBy: z.array(origin()).max(MAX_NAMERS).optional(),
        ...at(),
      }),
      z.strictObject({
        op: z.literal('disconnect'),
        was: edge(),
        /** Elements that lose their `outgoingEdgeId`. Absent: all that name the edge. */
        namedBy: z.array(origin()).max(MAX_NAMERS).optional(),
      }),
      z.strictObject({
        op: z.literal('changeEdge'),
        edgeId: id(),
        ...change(),
        restores: restores(),
      }),
      z.strictObject({ op: z.literal('addEvent'), value: event(), ...at() }),
      z.strictObject({ op: z.literal('deleteEvent'), was: event(), restores: restores() }),
      z.strictObject({ op: z.literal('moveEvent'), eventId: id(), ...move() }),
      z.strictObject({ op: z.literal('changeEvent'), eventId: id(), ...change() }),
      z.strictObject({ op: z.literal('addVariable'), value: variable(), ...at() }),
      z.strictObject({ op: z.literal('deleteVariable'), was: variable() }),
      z.strictObject({
        op: z.literal('changeVariable'),
        variableId: id(),
        ...change(),
        restores: restores(),
      }),
      /** Renames it in the texts of the document as well. */
      z.strictObject({
        op: z.literal('renameVariable'),
        variableId: id(),
        was: z.string().max(MAX_NAME_CHARS),
        value: z.string().max(MAX_NAME_CHARS),
      }),
      /** Changes name, icon, theme, settings or the preferences of the results' table. */
      z.strictObject({ op: z.literal('changeBot'), ...change() }),
    ]) as unknown as z.ZodType<EditOperation>,
);

export type PathKey = string | number;

type At = { index?: number; restores?: true };
export type ValueChange = { path: PathKey[]; was?: unknown; value?: unknown; before?: string };
export type GraphPosition = { x: number; y: number };
export type IndexInGroup = { groupId: string; index: number };
type Identified = JsonObject & { id: string };

export type Origin = {
  eventId?: string;
  blockId?: string;
  itemId?: string;
  pathId?: string;
  before?: string;
};

export type EditOperation =
  | ({ op: 'addGroup'; value: Group } & At)
  | { op: 'deleteGroup'; was: Group; restores?: true }
  | { op: 'moveGroup'; groupId: string; was: GraphPosition; value: GraphPosition }
  | ({ op: 'changeGroup'; groupId: string } & ValueChange)
  | ({ op: 'addBlock'; groupId: string; value: Identified } & At)
  | { op: 'deleteBlock'; groupId: string; was: Identified; restores?: true }
  | { op: 'moveBlock'; blockId: string; was: IndexInGroup; value: IndexInGroup }
  | ({ op: 'changeBlock'; blockId: string } & ValueChange)
  | ({ op: 'addItem'; blockId: string; value: Identified } & At)
  | { op: 'deleteItem'; blockId: string; was: Identified; restores?: true }
  | { op: 'moveItem'; blockId: string; itemId: string; was: number; value: number }
  | ({ op: 'changeItem'; blockId: string; itemId: string } & ValueChange)
  | ({ op: 'connect'; value: Edge; namedBy?: Origin[] } & At)
  | { op: 'disconnect'; was: Edge; namedBy?: Origin[] }
  | ({ op: 'changeEdge'; edgeId: string; restores?: true } & ValueChange)
  | ({ op: 'addEvent'; value: BotEvent } & At)
  | { op: 'deleteEvent'; was: BotEvent; restores?: true }
  | { op: 'moveEvent'; eventId: string; was: GraphPosition; value: GraphPosition }
  | ({ op: 'changeEvent'; eventId: string } & ValueChange)
  | ({ op: 'addVariable'; value: Variable } & At)
  | { op: 'deleteVariable'; was: Variable }
  | ({ op: 'changeVariable'; variableId: string; restores?: true } & ValueChange)
  | { op: 'renameVariable'; variableId: string; was: string; value: string }
  | ({ op: 'changeBot' } & ValueChange);

export type OperationKind = EditOperation['op'];
