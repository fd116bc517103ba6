import type { FileRoutesByTo } from '../routeTree.gen'
import type { HostMode } from './resolve'

/**
 * How a host shows a page. `app`: beside the app's navigation. `bare`: one column without it. `widget`: for the page of
 * another company around it, which fixes some fields. `payer`: for a person without an account.
 */
export type Variant = 'app' | 'bare' | 'widget' | 'payer'

/** The hosts that have a page, with the variant of each. A host without an entry does not have the page. */
type Row = Readonly<Partial<Record<HostMode, Variant>>>

const CUSTOMERS: Row = { display: 'app', messenger: 'app', native: 'app' }
const CUSTOMERS_AND_WIDGET: Row = { ...CUSTOMERS, frame: 'widget' }
const ENTRY: Row = { display: 'bare', messenger: 'bare', native: 'bare' }
const ENTRY_AND_WIDGET: Row = { ...ENTRY, frame: 'widget' }
const EVERYBODY: Row = { ...ENTRY_AND_WIDGET, pay: 'payer' }
const BROWSER: Row = { display: 'bare' }

/** Pages of the route `/$paper`, which are one route because each route adds to the start-up script. */
type PaperPath = '/accessibility' | '/native-error' | '/receipt' | '/verify-document'
export type PagePath = Exclude<keyof FileRoutesByTo, '/$paper'> | PaperPath

/** Every page of the app and the hosts that have it. The type check fails if a route is missing here. */
export const PAGES: Readonly<Record<PagePath, Row>> = {
  '/': BROWSER,
  '/accessibility': EVERYBODY,
  '/activity': CUSTOMERS,
  '/authentication': ENTRY_AND_WIDGET,
  '/authentication/blocked': ENTRY_AND_WIDGET,
  '/authentication/intro': ENTRY,
  '/balances': CUSTOMERS,
  '/balances/$place/$currency/$step/{-$a}/{-$b}/{-$c}': CUSTOMERS,
  '/balances/$place/{-$currency}': CUSTOMERS,
  '/cabinet': CUSTOMERS,
  '/confirm-terms': EVERYBODY,
  '/exchange': CUSTOMERS_AND_WIDGET,
  '/exchange/confirm': CUSTOMERS_AND_WIDGET,
  '/exchange/insert-card': CUSTOMERS_AND_WIDGET,
  '/exchange/personal-info': CUSTOMERS_AND_WIDGET,
  '/exchange/requisites': CUSTOMERS_AND_WIDGET,
  '/farm': CUSTOMERS,
  '/forbidden': EVERYBODY,
  '/frens': CUSTOMERS,
  '/native-error': { native: 'bare' },
  '/on-phone/$step': ENTRY,
  '/onboarding': ENTRY,
  '/onboarding/$': ENTRY,
  '/payment': { pay: 'payer' },
  '/preset/$presetId': CUSTOMERS,
  '/presets/{-$part}': CUSTOMERS,
  '/profile': CUSTOMERS,
  '/profile/$page': CUSTOMERS,
  '/profile/personal-details': CUSTOMERS,
  '/profile/personal-details/address': CUSTOMERS,
  '/profile/personal-details/email-edit': CUSTOMERS,
  '/profile/personal-details/identity': CUSTOMERS,
  '/profile/personal-details/phone-edit': CUSTOMERS,
  '/profile/personal-details/phone-messenger': CUSTOMERS,
  '/profile/personal-details/profile-verification-stub': CUSTOMERS,
  '/profile/two-factor-authentication': CUSTOMERS,
  '/profile/two-factor-authentication/code': CUSTOMERS,
  '/profile/verification/$': CUSTOMERS,
  '/proof-of-balances': CUSTOMERS,
  // Google and Apple return to the address that they know, which is the browser's.
  '/provider-return': BROWSER,
  '/receipt': ENTRY,
  '/sandbox/mail': ENTRY,
  '/status': BROWSER,
  '/support': EVERYBODY,
  '/transaction-details/$transactionType/$externalId': CUSTOMERS_AND_WIDGET,
  '/transaction/$transactionType/$externalId': CUSTOMERS_AND_WIDGET,
  '/transaction/$transactionType/declarative-personal-data': CUSTOMERS_AND_WIDGET,
  '/transaction/$transactionType/verification/$': CUSTOMERS_AND_WIDGET,
  '/utransaction/{-$step}': CUSTOMERS,
  '/verify-document': ENTRY,
}

/** Where an address leads that a host does not have. */
export const START = {
  display: '/cabinet',
  messenger: '/cabinet',
  native: '/cabinet',
  frame: '/exchange',
  pay: '/payment',
} as const satisfies Record<HostMode, PagePath>

/** Whether the app has the page at all. */
const isPage = (path: string): path is PagePath => Object.hasOwn(PAGES, path)

/**
 * The table's name of a page: the full path of its route, or the address itself for the pages of `/$paper`. Returns
 * `undefined` for an address without a page.
 */
export function pageOf(fullPath: string, pathname: string): PagePath | undefined {
  const path = (fullPath === '/$paper' ? pathname : fullPath).replace(/(?<=.)\/+$/, '')
  return isPage(path) ? path : undefined
}

/** How the host shows the page; `undefined` if it does not have it. */
export const variantOf = (mode: HostMode, page: PagePath): Variant | undefined => PAGES[page][mode]

/**
 * The variant of an address in a host, or `start` if it leads to the host's start. An address without a page is the page
 * "not found" where people have the app's navigation, and leads to the start inside a widget and for payers.
 */
export function placeIn(mode: HostMode, page: PagePath | undefined): Variant | 'start' {
  if (page) return variantOf(mode, page) ?? 'start'
  return mode === 'frame' || mode === 'pay' ? 'start' : 'bare'
}
