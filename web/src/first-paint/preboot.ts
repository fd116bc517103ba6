/**
 * The preboot script (`first.js`), which runs before the page is shown and before the app has loaded. Checks that the
 * prerendered page is the right one, records clicks on it, and prefetches the data of the first page.
 */
import { pendingSignOut } from '../api/pendingSignOut'
import { onboarded } from '../api/onboarded'
import { resolveHost } from '../host/resolve'
import { isPrerenderRight } from './isPrerenderRight'
import { prefetch, prefetchLanding } from './prefetch'
import { prefetched } from './prefetched'
import { takeOver } from './takeOver'

const page = document.documentElement
/** A pending sign-out or a session handover must come before any prefetch. */
const isHandedOver = location.hash.startsWith('#handover=') || resolveHost(location.pathname).mode !== 'display'
const isOnTheMove = isHandedOver || pendingSignOut.kept()

const { visitor } = page.dataset
const isKnown = visitor === 'known'
const isStart = /^\/(cabinet\/?)?$/.test(location.pathname)
/** The server does not know, but this browser has had a customer: home may come instead of the landing page. */
const isPerhapsHome = isStart && visitor === undefined && onboarded.kept()

if (isOnTheMove || isPerhapsHome || !isPrerenderRight(isKnown)) {
  page.dataset.hidden = ''
  document.addEventListener('DOMContentLoaded', takeOver)
}

document.addEventListener(
  'click',
  ({ target }) => {
    const button = target instanceof Element ? target.closest('#prerendered button') : null
    if (button) prefetched().pressed = button
  },
  true,
)

if (isKnown && !isOnTheMove) void prefetch(isStart).catch(() => undefined)
else if (isStart && !isOnTheMove && !isPerhapsHome) prefetchLanding()
