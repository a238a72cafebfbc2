import cards from './choices/cards.css';
import choices from './choices/choices.css';
import files from './files/files.css';
import inputs from './inputs.css';
import payment from './payment.css';
import rating from './rating.css';
import phone from './typed/phone.css';

/** The styles of all inputs: what they share, then each kind. */
export const INPUT_STYLES = [inputs, phone, choices, rating, cards, files, payment].join('\n');
