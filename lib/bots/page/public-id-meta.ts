/** Name of the meta element that tells a page's program which bot it shows. The path of a custom domain does not. */
export const PUBLIC_ID_META = 'bot-public-id';
