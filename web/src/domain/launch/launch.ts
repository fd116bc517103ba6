import type { components } from '../../api/schema.gen'
import { host } from '../../host/adapter'

/** The place where a payer approves, and the way to reach it. */
export type Launch = components['schemas']['Launch']

export type LaunchProps = {
  launch: Launch
  /** The service that asks, such as "Mono"; the bank of a card has no name here. */
  service?: string | undefined
  /** The payment was begun on this page just now: the browser goes on without a click where it can. */
  follow?: boolean
}

/** The link of an approval, if it is a web address: apps open by them too. The sandbox gives a path. */
export function linkOf(url: string, here = window.location.href): string | undefined {
  const parsed = URL.parse(url, here)
  return parsed && /^https?:$/.test(parsed.protocol) ? parsed.href : undefined
}

/** Goes to a page in place of the whole page. A host that keeps its page opens a window. */
export const goTo = (url: string): void => (host.leave ?? ((to: string) => window.location.assign(to)))(url)

/**
 * Whether a page may be shown in a frame: the policy of our pages allows frames from our own host only, and a page inside
 * another company's page cannot hold one.
 */
export function mayBeFramed(url: string | undefined, here = window.location.origin): url is string {
  return url !== undefined && !host.leave && URL.parse(url)?.origin === here
}
