import { type MainButton, showMain } from '../../host/messenger'
import { hexOf } from '../around/ground'

/** Marks the page's button that Telegram's button replaces. */
const MARK = 'data-mirrored'
/** Telegram cuts a longer text. */
const TEXT_MAX = 64

/** Hides the replaced button, and the bar of which it is the only part. */
export const MAIN_CSS = `[${MARK}],:has(>[${MARK}]:only-child):not(form,section,article,main){display:none}`

/** The primary buttons of full width (src/ui/Button.tsx). Links and buttons of rows have another size or colour. */
const PRIMARY = '#main button.bg-brand.w-full'

let current: HTMLButtonElement | undefined

/** The one button that leads on from the page. A page with several such buttons, or an overlay above it, has none. */
function mainOf(): HTMLButtonElement | undefined {
  if (document.querySelector('[role="dialog"], dialog[open]')) return undefined
  const all = [...document.querySelectorAll<HTMLButtonElement>(PRIMARY)].filter(
    (button) => button.hasAttribute(MARK) || button.getClientRects().length > 0,
  )
  return all.length === 1 ? all[0] : undefined
}

function shown(button: HTMLButtonElement): MainButton | undefined {
  const text = (button.textContent ?? '').replace(/\s+/g, ' ').trim()
  if (text === '' || text.length > TEXT_MAX) return undefined
  const style = getComputedStyle(document.documentElement)
  const color = hexOf(style.getPropertyValue('--brand').trim())
  const textColor = hexOf(style.getPropertyValue('--on-brand').trim())
  if (!color || !textColor) return undefined
  return { text, isActive: !button.disabled, isBusy: button.getAttribute('aria-busy') === 'true', color, textColor }
}

/** Shows the button that leads on as Telegram's own, which is within reach and above the keyboard. */
export function followMainButton(): void {
  let told = ''
  const sync = () => {
    const next = mainOf()
    const button = next && shown(next)
    if (current !== next || !button) current?.removeAttribute(MARK)
    current = button ? next : undefined
    current?.setAttribute(MARK, '')
    const text = JSON.stringify(button ?? null)
    if (text === told) return
    told = text
    showMain(button)
  }
  sync()
  let isPlanned = false
  // Reading the layout after each change would slow the page down.
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    requestAnimationFrame(() => {
      isPlanned = false
      sync()
    })
  }
  const attributeFilter = ['disabled', 'aria-busy', 'data-theme', 'open', 'role']
  new MutationObserver(plan).observe(document.documentElement, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter,
  })
}

/** The person pressed Telegram's button. */
export function pressMain(): void {
  if (current?.isConnected && !current.disabled) current.click()
}
