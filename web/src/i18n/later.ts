/**
 * Folders whose words are in a catalogue of their own, so that the first page need not wait for them. Whoever uses one from
 * outside fetches its words too: `loader: laterWords`, or `lazyLater` where it is a part of a page and not the whole.
 */
export const LATER = [
  'features/account',
  'features/exchange/confirm',
  'features/liabilities',
  'features/people',
  'features/profiles',
  'features/receipt',
  'features/sandbox',
  'features/security',
  'features/stepup',
  'features/support',
  'features/transaction',
  'features/travel',
  'features/unsettled',
  'flow/addresses',
]
