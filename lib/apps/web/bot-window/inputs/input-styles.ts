import cards from './cards.css';
import choices from './choices.css';
import files from './files.css';
import inputs from './inputs.css';
import payment from './payment.css';
import phone from './phone.css';
import rating from './rating.css';

/** The styles of all inputs: what they share, then each kind. */
export const INPUT_STYLES = [inputs, phone, choices, rating, cards, files, payment].join('\n');
