import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { lenientList, optionalText, readOptions } from '#lib/engine/model/block-options.ts';
import { once } from '#lib/platform/validation/once.ts';

export const abTestOptions = once(() => z.object({ aPercent: z.number().optional().catch(undefined) }));

export const abTestItems = once(() =>
  lenientList(z.object({ id: optionalText, path: z.enum(['a', 'b']), outgoingEdgeId: optionalText })),
);

/** Picks one of two paths at random. If A leads nowhere, takes B. If B leads nowhere, the flow continues. */
export const abTestBlock: ActionModule = {
  kind: 'logic',
  type: 'AB test',
  run(block, { ports }) {
    const { aPercent = 50 } = readOptions(abTestOptions(), block.options);
    const items = abTestItems().parse(block.items);
    const [a, b] = (['a', 'b'] as const).map((path) => items.find((item) => item.path === path));
    const isA = ports.random() * 100 < aPercent && a?.outgoingEdgeId;
    const taken = isA ? a : b;
    if (!taken?.outgoingEdgeId) return {};
    return { go: { edgeId: taken.outgoingEdgeId }, ...(taken.id !== undefined && { itemId: taken.id }) };
  },
};
