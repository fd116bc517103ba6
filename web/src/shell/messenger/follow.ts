import type { Transaction } from '../../api/exchangeTypes'
import { schemeOf } from '../../host/launch'
import { askInsets, isInside, listen, paintBars, showBack, topInset, vibrate } from '../../host/messenger'
import { queries } from '../../router'
import { hostScheme } from '../../theme/scheme'
import { feelOf } from './feel'

/** Connects the app with the controls of the Telegram app around it. */
export function followApp(): void {
  if (!isInside()) return
  dress()
  listen({
    theme_changed: (data) => hostScheme(schemeOf((data as { theme_params?: unknown })?.theme_params)),
    back_button_pressed: goBack,
    safe_area_changed: (data) => inset('screen', topInset(data)),
    content_safe_area_changed: (data) => inset('content', topInset(data)),
  })
  askInsets()
  followBack()
  followColor()
  followResults()
}

/** Telegram's own button leads back, and its controls cover the top of a page that fills the screen. */
function dress(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync('.back{display:none}body{padding-top:var(--covered-top,0)}')
  document.adoptedStyleSheets.push(sheet)
}

const isOverlaid = () => document.querySelector('[role="dialog"], dialog[open]') !== null
const ownBack = () => document.querySelector<HTMLElement>('#root .back')

/** Leads where the page's own link back leads, which Telegram's button replaces. An open overlay closes first. */
function goBack(): void {
  const link = isOverlaid() ? null : ownBack()
  if (link) link.click()
  else history.back()
}

function followBack(): void {
  let shown: boolean | undefined
  const sync = () => {
    const wanted = isOverlaid() || ownBack() !== null
    if (wanted !== shown) showBack(wanted)
    shown = wanted
  }
  sync()
  new MutationObserver(sync).observe(document.body, { childList: true, subtree: true })
}

/** Telegram's bars have the page's colour. */
function followColor(): void {
  const paint = () => {
    const color = hexOf(getComputedStyle(document.body).backgroundColor)
    if (color) paintBars(color)
  }
  paint()
  new MutationObserver(paint).observe(document.documentElement, { attributeFilter: ['data-theme'] })
}

/** A CSS colour of any form as `#rrggbb`, which is the only one that Telegram knows. */
function hexOf(color: string): string | undefined {
  const pixel = document.createElement('canvas').getContext('2d')
  if (!pixel) return undefined
  pixel.fillStyle = color
  pixel.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** A new status of a transaction can be felt. */
function followResults(): void {
  const known = new Map<string, Transaction['status']>()
  queries.getQueryCache().subscribe(({ query }) => {
    const [name, id, ...more] = query.queryKey
    if (name !== 'transaction' || typeof id !== 'string' || more.length > 0) return
    const { status } = (query.state.data ?? {}) as Partial<Transaction>
    if (!status) return
    const feel = feelOf(known.get(id), status)
    known.set(id, status)
    if (feel) vibrate(feel)
  })
}

/** What Telegram's controls cover at the top, in pixels. */
const covered = { screen: 0, content: 0 }

function inset(part: keyof typeof covered, px: number): void {
  covered[part] = px
  document.documentElement.style.setProperty('--covered-top', `${covered.screen + covered.content}px`)
}
