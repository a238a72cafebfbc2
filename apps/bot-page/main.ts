import { PUBLIC_ID_META } from '#lib/bots/page/public-id-meta.ts';
import { adoptPageStyles } from './page-styles.ts';
import { showPublishedBot } from './published-page.ts';

/* Entry point of the page of a published bot, at `/{publicId}` or at a custom domain. */

/** The server says which bot it is: at a custom domain, the path does not. */
function readPublicId(): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${PUBLIC_ID_META}"]`)?.content ?? '';
}

adoptPageStyles();
showPublishedBot(document.body, readPublicId());
