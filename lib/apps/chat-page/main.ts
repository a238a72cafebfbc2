import { showPreview, showPreviewFrame } from './preview-page.ts';
import { showPublishedBot } from './published-page.ts';

/* Where the program of the page begins: which of its three pages it is, the address says. */

const root = document.body;
const [, page, encodedId = ''] = location.pathname.split('/');

if (page === 'chat') void showPublishedBot(root, decoded(encodedId));
else if (page === 'preview') void showPreview(root, decoded(encodedId));
else showPreviewFrame(root);

/** What is no valid encoding is no bot's id either. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
