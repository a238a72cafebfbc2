import * as z from 'zod';
import type { ActionModule } from '#lib/engine/model/block-module.ts';
import { listOf, optionalText, readOptions } from '#lib/engine/model/block-options.ts';

export const abTestOptions = z.object({ aPercent: z.number().optional().catch(undefined) });

const abTestItems = listOf(z.object({ path: z.enum(['a', 'b']), outgoingEdgeId: optionalText }));

/**
 * Takes one of two paths at random. If A leads nowhere, B is taken. If B leads nowhere, the flow continues.
 */
export const abTestBlock: ActionModule = {
  kind: 'logic',
  type: 'AB test',
  run(block, { ports }) {
    const { aPercent = 50 } = readOptions(abTestOptions, block.options);
    const items = abTestItems.parse(block.items);
    const [edgeA, edgeB] = (['a', 'b'] as const).map(
      (path) => items.find((item) => item.path === path)?.outgoingEdgeId,
    );
    const edgeId = (ports.random() * 100 < aPercent && edgeA) || edgeB;
    return edgeId ? { go: { edgeId } } : {};
  },
};
