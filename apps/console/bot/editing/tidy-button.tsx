import { planLayout } from '#lib/bots/editing/plan-layout.ts';
import { Button } from '../../parts/button.tsx';
import { useEditor } from './editor.ts';

/** Lays out the whole flow, if it has several groups. */
export function TidyButton() {
  const { document, edit } = useEditor();
  if (document.groups.length < 2) return null;
  return <Button onClick={() => edit(planLayout(document))}>Tidy up</Button>;
}
