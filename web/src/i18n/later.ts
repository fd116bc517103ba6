/**
 * Folders whose words are in a catalogue of their own, so that the first page need not wait for them. Whoever uses one from
 * outside fetches its words too: `loader: laterWords`, or `lazyLater` where it is a part of a page and not the whole.
 */
export const LATER = [
  'features/currency',
  'features/exchange/card',
  'features/exchange/confirm',
  'features/exchange/requisites',
  'features/exchange/shortfall',
  'features/people',
  'features/profiles',
  'features/sandbox',
  'features/security',
  'features/stepup',
  'features/support',
  'features/transaction',
  'features/travel',
  'features/unsettled',
  'flow/addresses',
  'flow/card',
  'flow/requisite',
]

/** The same for pages that no exchange leads through: their words are in a third catalogue, which `seldomWords` fetches. */
export const SELDOM = [
  'features/account',
  'features/auth/seldom',
  'features/deposit',
  'features/exchange/pickers/list',
  'features/liabilities',
  'features/profile',
  'features/receipt',
  'features/spending',
  'features/statement',
  'features/transfer',
  'flow/settings',
  'shell/profile',
]
