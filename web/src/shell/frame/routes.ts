/**
 * The pages that exist in the widget's host. A page around the frame could lead clicks on balances, keys, profiles and
 * settings, so those do not exist there; their addresses lead to the exchange.
 */
const IN_FRAME = [
  '/authentication',
  '/authentication/blocked',
  '/confirm-terms',
  '/exchange',
  '/exchange/confirm',
  '/exchange/insert-card',
  '/exchange/personal-info',
  '/exchange/requisites',
  '/forbidden',
  '/on-phone/*',
  '/support',
  '/transaction-details/*',
  '/transaction/*',
]

/** The first page of a widget. */
export const FRAME_START = '/exchange'

/** Whether the widget's host has the page at `path`, without the host's own first segment. */
export function isInFrame(path: string): boolean {
  const own = path.replace(/\/+$/, '') || '/'
  return IN_FRAME.some((each) => (each.endsWith('/*') ? own.startsWith(each.slice(0, -1)) : each === own))
}
