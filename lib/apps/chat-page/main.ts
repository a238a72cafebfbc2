import { showPreview, showPreviewFrame } from './preview-page.ts';
import { showPublishedBot } from './published-page.ts';

/* Entry point of the page. The path determines which of the three pages is shown. */

const root = document.body;
const [, page, encodedId = ''] = location.pathname.split('/');

if (page === 'chat') void showPublishedBot(root, decoded(encodedId));
else if (page === 'preview') void showPreview(root, decoded(encodedId));
else showPreviewFrame(root);

/** Decodes an id from the path. An invalid one is returned as it is, and matches no bot. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
