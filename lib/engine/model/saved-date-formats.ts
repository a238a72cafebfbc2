import { dateFormatsByVariable } from '#lib/bots/values/date-formats.ts';
import type { DateFormat } from '#lib/bots/values/written-date.ts';
import type { ChatFlow } from './chat-flow.ts';

/** Flows are immutable and cached, so each is searched once. */
const known = new WeakMap<ChatFlow, ReadonlyMap<string, DateFormat[]>>();

/** Returns the formats in which a flow's date and time inputs write variables, by the variable's name. */
export function savedDateFormats(flow: ChatFlow): ReadonlyMap<string, DateFormat[]> {
  const found = known.get(flow) ?? searchFlow(flow);
  known.set(flow, found);
  return found;
}

function searchFlow({ groups, variables }: ChatFlow): ReadonlyMap<string, DateFormat[]> {
  const blocks = groups.flatMap((group) => group.blocks);
  const byId = dateFormatsByVariable(blocks, variables);
  const byName = new Map<string, DateFormat[]>();
  for (const { id, name } of variables) {
    const formats = byId.get(id);
    if (formats) byName.set(name, [...(byName.get(name) ?? []), ...formats]);
  }
  return byName;
}
