import { useEffect, useRef } from 'preact/hooks';
import type { FromPreviewFrame } from '#apps/bot-page/preview-conversation.ts';
import type { ShowPicture } from '#apps/bot-page/show-picture.ts';
import { toBotPageHead } from '#lib/bots/page/bot-page-head.ts';
import type { JsonObject } from '#lib/platform/json/json-object.ts';
import { useBot } from '../../bots/bot-context.ts';
import { useSession } from '../../session/session.ts';
import type { EditedLook } from './document-form.tsx';

/** A link to the bot as apps for messages show it, from what its page will say about itself. */
export function LinkCard({ look }: { look: EditedLook }) {
  const { botsUrl } = useSession();
  const { address } = useBot();
  const { title, description, imageUrl } = toBotPageHead(look as JsonObject);
  return (
    <section class="link-card-panel" aria-label="A link to the bot">
      <article class="link-card">
        {imageUrl !== undefined && <FramedPicture url={imageUrl} />}
        <div class="link-card-text">
          <span class="soft">{new URL(address ?? botsUrl).host}</span>
          <strong>{title}</strong>
          {description !== undefined && <span>{description}</span>}
        </div>
      </article>
      <p class="soft">Apps show it in their own ways. It counts once the bot is published.</p>
    </section>
  );
}

/**
 * A picture that the bot's author has chosen, in a frame without an origin on the bots' site: its host learns nothing about
 * the console.
 */
function FramedPicture({ url }: { url: string }) {
  const { botsUrl } = useSession();
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const onMessage = ({ source, origin, data }: MessageEvent<FromPreviewFrame | null>) => {
      const target = frame.current?.contentWindow;
      if (!target || source !== target || origin !== 'null' || data?.type !== 'ready') return;
      const message: ShowPicture = { type: 'picture', url };
      // A frame without an origin can only be addressed with `*`.
      target.postMessage(message, '*');
    };
    addEventListener('message', onMessage);
    return () => removeEventListener('message', onMessage);
  }, [url]);
  return (
    <iframe
      key={url}
      ref={frame}
      class="link-card-picture"
      title="Picture of the link"
      src={`${botsUrl}/_preview-frame`}
      sandbox="allow-scripts"
      tabIndex={-1}
    />
  );
}
