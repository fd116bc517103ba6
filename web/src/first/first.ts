/**
 * Runs before the page is seen, as a file of its own (first.js): the program around it is not there yet. It looks whether the page
 * that the server has drawn is the right one, remembers what is pressed on it meanwhile, and asks for what home begins with.
 */
import { early } from '../api/early'
import { leaving } from '../api/leaving'
import { giveWay } from '../drawn/giveWay'
import { resolveHost } from '../host/resolve'
import { askEarly } from './askEarly'
import { isRight } from './isRight'

const page = document.documentElement
/** Whoever leaves, or is handed over by another host or a messenger, has a session to end or to begin first. */
const isHandedOver = location.hash.startsWith('#handover=') || resolveHost(location.pathname).mode !== 'display'
const isOnTheMove = isHandedOver || leaving.kept()

const isKnown = page.dataset.visitor === 'known'

if (isOnTheMove || !isRight(isKnown)) {
  page.dataset.undrawn = ''
  document.addEventListener('DOMContentLoaded', giveWay)
}

document.addEventListener(
  'click',
  ({ target }) => {
    const button = target instanceof Element ? target.closest('#drawn button') : null
    if (button) early().pressed = button
  },
  true,
)

if (isKnown && !isOnTheMove) void askEarly(/^\/(cabinet\/?)?$/.test(location.pathname)).catch(() => undefined)
