import { showPreview, showPreviewFrame } from './preview-page.ts';
import { showPublishedBot } from './published-page.ts';

/* Where the program of the page begins: which of its three pages it is, the address says. */

const root = document.body;
const [, page, encodedId = ''] = location.pathname.split('/');

if (page === 'chat') void showPublishedBot(root, decodeURIComponent(encodedId));
else if (page === 'preview') void showPreview(root, decodeURIComponent(encodedId));
else showPreviewFrame(root);
