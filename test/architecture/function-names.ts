/*
 * Verbs with which functions begin here. A word that is a noun as well, such as `log` or `list`, counts as a verb.
 * Hooks (`use…`), handlers (`on…`), questions (`is…`, `has…`, `fits…`) and conversions (`to…`, `with…`, `without…`) are names that
 * the field uses.
 */
const VERBS = new Set(
  `abandon abort accept accepts access acknowledge act add adopt advise allow allows answer append apply archive are
  ask assert assign assume authorize await be begin belongs bind block box build bundle calculate call can cancel carry
  change check choose claim clamp clean clear close collect colour compare complain complete compress compute
  condition confirm connect consume continue converse convert copy correct count cover create cut deal declare decode
  decodes decrypt define delay delete deliver deploy derive describe detect dials diff digest disable discard disconnect
  dismiss display divide downgrade download draw drop duplicate edit emit enable encode encrypt end ensure enter erase
  escape estimate evaluate examine exchange execute exit expand expect explain export extract fade fail fetch fill
  filter find finish fit fits focus fold follow forget format forward free generate get give go goes grant group grow
  guard guess handle has hash hide hold identify ignore import includes indent init inject insert inspect install
  interrupt invert invoke is join jump keep keeps know label lead leads lease leave let limit link list listen load lock log
  look lower make map mark marshall match matches may measure merge migrate mock move name narrow navigate need needs
  normalize note notify observe offer on open order pack pad paint pair pan parse pass patch pause pay pick pin place
  plan plant play post prefix preload prepare present preview print probe process program publish pull push put query
  quote raise reaches read reads rebuild receive recognize record records redirect reduce refer refresh refuse
  register rehearse reject release relink reload remember remembers remove rename render repair repeat replace reply
  report request require reserve reset resolve respond responds restore resume retry return reveal reverse revoke
  reword rewrite round run sample save saves say scale scan schedule scroll seal search seed select send serve set
  settle shade shift shorten show shrink sign simplify size skip sleep slide sort spawn speak split spread stamp start
  state step stop store stream strip style submit subscribe sum summarize switch synthesize take talk tell test
  throttle throw time to toggle touch trace track transact transcribe transform translate traverse trim truncate try
  turn unescape unlock unpack unpublish unwrap update upgrade upload use validate verify visit wait walk want wants
  warn watch with withdraw without word work wrap write zoom`.split(/\s+/),
);

const DEFINITION =
  /^\s*(?:export )?(?:default )?(?:(async) )?function \*?([a-z]\w*)|^\s*(?:export )?const ([a-z]\w*) = (async )?(?:<[^>]*>)?(?:\([^)]*\)|[a-z]\w*)(?:: [^=\n]+)? =>/gm;

export type NamedFunction = { name: string; isAsync: boolean };

/** Finds the functions that a source defines by name, methods and components aside. */
export function findFunctions(source: string): NamedFunction[] {
  return [...source.matchAll(DEFINITION)].map(([, async, declared, arrow, asyncArrow]) => ({
    name: declared ?? arrow ?? '',
    isAsync: async !== undefined || asyncArrow !== undefined,
  }));
}

/** Whether a name begins with a verb, or is the one that Lambda calls. */
export function beginsWithVerb(name: string): boolean {
  return name === 'handler' || VERBS.has(getFirstWord(name));
}

/** Participles name what has been done, not what a function does: `parsed`, `saidIn`. */
export function beginsWithParticiple(name: string): boolean {
  const word = getFirstWord(name);
  if (VERBS.has(word) || NO_PARTICIPLES.has(word)) return false;
  return /(ed|ing)$/.test(word) || IRREGULAR.has(word);
}

const NO_PARTICIPLES = new Set(['embed', 'nothing', 'string', 'thing']);

const IRREGULAR = new Set(
  'cut drawn found given held hidden kept known left lost made met paid put read said seen sent set shown spoken spread stood taken told typed understood unset written'.split(
    ' ',
  ),
);

function getFirstWord(name: string): string {
  return /^[a-z]+/.exec(name)?.[0] ?? '';
}
