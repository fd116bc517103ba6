/**
 * Folders with a separate catalogue, so that the first page need not load their texts. A user from outside these
 * folders must load the texts: with `loader: laterWords`, or with `lazyLater` for a part of a page.
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
  'features/pending-order',
  'domain/addresses',
  'domain/card',
  'domain/requisite',
]

/** Folders of pages outside the exchange flow, with a third catalogue, which `seldomWords` loads. */
export const SELDOM = [
  'features/account',
  'features/auth/seldom',
  'features/deposit',
  'features/exchange/pickers/list',
  'features/liabilities',
  'features/profile',
  'features/receipt',
  'features/saved',
  'features/spending',
  'features/statement',
  'features/transfer',
  'domain/chart',
  'domain/settings',
  'shell/profile',
  'ui/chart',
]
