import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { send } from '../../host/native/bridge'
import { router } from '../../router'
import { notifyInternal } from '../../ui/notifyInternal'

/** Addresses that the system may open: pages, mails and calls. Never scripts or other apps by their own schemes. */
const OPENED = /^(https?|mailto|tel):$/

/** Opens an address outside the app. Ignores anything else than a page, a mail or a call. */
export function openSystem(url: string): void {
  if (!URL.canParse(url, location.origin)) return
  const { href, protocol } = new URL(url, location.origin)
  if (OPENED.test(protocol)) send({ type: 'open', payload: { url: href } })
}

/** The path in this app of an address of this host; `undefined` for any other address. */
export function ownPathOf(url: string, origin: string): string | undefined {
  if (!URL.canParse(url, origin)) return undefined
  const { origin: of, pathname, search, hash } = new URL(url, origin)
  if (of !== origin) return undefined
  // A session is taken over only by a page load that the person confirms.
  if (hash.startsWith('#handover=')) return undefined
  // A link of the browser's own host names the same page without the first segment.
  return `${pathname.replace(/^\/native(?=\/|$)/, '') || '/'}${search}${hash}`
}

/** Opens a deep link: a page of this host. Returns whether it was one. */
export async function openOwn(url: string): Promise<boolean> {
  const path = ownPathOf(url, location.origin)
  if (path === undefined) {
    notifyInternal(i18n._(msg`This link opens nothing here.`))
    return false
  }
  await router.navigate({ href: `${path}` })
  return true
}

/**
 * A web view has one window. Links to a new tab open in the app if they lead to this host, and in the system's browser
 * otherwise.
 */
export function followLinks(canOpen: boolean): void {
  const go = (url: string, isNew: boolean): boolean => {
    const path = ownPathOf(url, location.origin)
    if (path === undefined) {
      if (canOpen) openSystem(url)
      return canOpen
    }
    if (isNew) void router.navigate({ href: path })
    return isNew
  }
  document.addEventListener(
    'click',
    (event) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null
      if (!link || link.hasAttribute('download') || event.defaultPrevented) return
      if (go(link.href, link.target === '_blank')) {
        event.preventDefault()
        event.stopPropagation()
      }
    },
    true,
  )
  window.open = (url) => {
    if (url) go(String(url), true)
    return null
  }
}
