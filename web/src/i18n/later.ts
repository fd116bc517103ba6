/**
 * Features whose words are in a catalogue of their own, so that the first page need not wait for them. Each is used by routes
 * alone, and those fetch it: `loader: laterWords`, or `lazyLater` where it is a part of a page and not the whole.
 */
export const LATER = [
  'account',
  'liabilities',
  'people',
  'profiles',
  'receipt',
  'sandbox',
  'security',
  'stepup',
  'support',
  'transaction',
  'travel',
  'unsettled',
]
