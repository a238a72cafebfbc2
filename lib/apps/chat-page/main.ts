import { showPreview, showPreviewFrame } from './preview-page.ts';
import { showPublishedBot } from './published-page.ts';

/* Entry point of the page's program. The address decides which of the three pages it shows. */

const root = document.body;
const [, page, encodedId = ''] = location.pathname.split('/');

if (page === 'chat') void showPublishedBot(root, decoded(encodedId));
else if (page === 'preview') void showPreview(root, decoded(encodedId));
else showPreviewFrame(root);

/** An id that cannot be decoded matches no bot. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
