import { useEffect, useRef, useState } from 'preact/hooks';
import type { FromPreviewFrame } from '#apps/bot-page/preview-conversation.ts';
import type { ShowEmbed } from '#apps/bot-page/show-embed.ts';
import { PREVIEW_SANDBOX } from '#apps/sites/preview-sandbox.ts';
import { Button } from '../parts/button.tsx';
import { useSession } from '../session/session.ts';
import { type EmbedOptions, embedProps } from './embed-code.ts';

/** A page with the embed, as a website would show it. It runs in a frame without an origin, like drafts. */
export function EmbedPreview({ options }: { options: EmbedOptions }) {
  const { botsUrl } = useSession();
  const frame = useRef<HTMLIFrameElement>(null);
  const [isShown, setShown] = useState(false);
  const { kind } = options;
  const props = JSON.stringify(embedProps(options));
  useEffect(() => {
    const onMessage = ({ source, data }: MessageEvent<FromPreviewFrame | null>) => {
      const target = frame.current?.contentWindow;
      if (!target || source !== target || data?.type !== 'ready') return;
      const message: ShowEmbed = { type: 'embed', kind, props: JSON.parse(props) };
      // A frame without an origin can only be addressed with `*`.
      target.postMessage(message, '*');
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [kind, props]);
  // Only on request, because the chat counts as a view.
  if (!isShown) {
    return (
      <div>
        <Button onClick={() => setShown(true)}>Show the preview</Button>
      </div>
    );
  }
  return (
    <iframe
      key={kind + props}
      ref={frame}
      class="embed-preview"
      title="Preview of the embed"
      src={`${botsUrl}/_preview-frame`}
      sandbox={PREVIEW_SANDBOX}
    />
  );
}
