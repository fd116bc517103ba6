import { orderReference } from './mail'

/** The address of a page of support, as it comes: other people can write it. */
export type SupportSearch = {
  /** Reference of the order from which the page was opened. */
  order?: string
  /** Id of that order. */
  tx?: string
  /** An article of help. */
  help?: string
  /** A conversation. */
  talk?: string
  /** A form: a question or a complaint. */
  write?: string
  /** The screen from which the page was opened in a tab of its own. */
  from?: string
  /** Id of the last request that failed there. */
  request?: string
}

export type SupportPlace =
  | { page: 'home' }
  | { page: 'help'; slug: string }
  | { page: 'talk'; id: string }
  | { page: 'write'; isComplaint: boolean }

const id = (prefix: string, value: unknown): string | undefined =>
  typeof value === 'string' && new RegExp(`^${prefix}_[0-9a-f]{32}$`).test(value) ? value : undefined

/** The page of an address. What is no id, article or form is the first page. */
export function placeOf(search: SupportSearch): SupportPlace {
  const talk = id('sup', search.talk)
  if (talk) return { page: 'talk', id: talk }
  if (typeof search.help === 'string' && /^[a-z0-9-]{1,40}$/.test(search.help))
    return { page: 'help', slug: search.help }
  if (search.write === 'question' || search.write === 'complaint')
    return { page: 'write', isComplaint: search.write === 'complaint' }
  return { page: 'home' }
}

/** The order of an address: its reference for people, and its id. */
export function orderOf(search: SupportSearch): { reference?: string; id?: string } {
  const [reference, order] = [orderReference(search.order), id('ord', search.tx)]
  return { ...(reference ? { reference } : {}), ...(order ? { id: order } : {}) }
}

/** Where the customer was before this tab: the screen, and the last request that failed there. */
export function openedFrom(search: SupportSearch): { screen?: string; request?: string } {
  const matching = (value: unknown, rule: RegExp) => (typeof value === 'string' && rule.test(value) ? value : undefined)
  const screen = matching(search.from, /^\/[\w\-/.]{0,199}$/)
  const request = matching(search.request, /^[\w-]{1,64}$/)
  return { ...(screen ? { screen } : {}), ...(request ? { request } : {}) }
}

/** The part of an address that stays while the customer goes from page to page of support. */
export function keptOf({ order, tx, from, request }: SupportSearch): SupportSearch {
  return {
    ...(order ? { order } : {}),
    ...(tx ? { tx } : {}),
    ...(from ? { from } : {}),
    ...(request ? { request } : {}),
  }
}
