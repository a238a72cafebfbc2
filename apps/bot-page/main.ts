import { adoptPageStyles } from './page-styles.ts';
import { showPublishedBot } from './published-page.ts';

/* Entry point of the page of a published bot, at `/{publicId}`. */

adoptPageStyles();
showPublishedBot(document.body, location.pathname.split('/')[1] ?? '');
