import * as z from 'zod';
import type { JsonObject } from '#lib/platform/json/json-object.ts';

/** Fields that Typebot's clients read from each workspace of a list. The plan limits nothing. */
const PLAN = { icon: null, plan: 'UNLIMITED' } as const;

/** Fields of a single workspace that its clients read. Nothing in this service corresponds to them. */
const STANDING = {
  ...PLAN,
  stripeId: null,
  settings: null,
  customChatsLimit: null,
  customSeatsLimit: null,
  chatsHardLimit: null,
  isSuspended: false,
  isPastDue: false,
  isVerified: null,
} as const;

/** Schemas of the fields that `toListedCompatibleWorkspace` adds. */
export const getListedFields = () => ({ icon: z.null(), plan: z.literal(PLAN.plan) });

/** Schemas of the fields that `toCompatibleWorkspace` adds. */
export const getSingleFields = () => ({
  ...getListedFields(),
  updatedAt: z.iso.datetime(),
  lastActivityAt: z.iso.datetime(),
  ...Object.fromEntries(Object.entries(STANDING).map(([name, value]) => [name, z.literal(value)])),
});

export function toListedCompatibleWorkspace(workspace: JsonObject): JsonObject {
  return { ...workspace, ...PLAN };
}

/** Neither changes nor visits are dated here. Clients need dates, so both are that of the creation. */
export function toCompatibleWorkspace(workspace: JsonObject): JsonObject {
  const { createdAt } = workspace;
  return { ...workspace, updatedAt: createdAt, lastActivityAt: createdAt, ...STANDING };
}
