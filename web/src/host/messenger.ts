import { schemeOf } from './launch'

/** The bridge to the Telegram app around this page, with the event names of its "Web Apps" protocol. */
type Bridge = {
  TelegramWebviewProxy?: { postEvent: (name: string, data: string) => void }
  Telegram?: { WebApp?: { initData?: string }; WebView?: { receiveEvent?: Receive } }
  TelegramGameProxy?: { receiveEvent: Receive }
}
type Receive = (name: string, data: unknown) => void

const bridge = () => window as unknown as Bridge

/**
 * Whether the page runs inside Telegram. Elsewhere, launch data in a URL is an untrusted link, which must not sign a
 * user out or in.
 */
export const isInside = (): boolean => bridge().TelegramWebviewProxy !== undefined || scriptData() !== ''

export const scriptData = (): string => bridge().Telegram?.WebApp?.initData ?? ''

/** Sends an event to Telegram. Does nothing outside Telegram. */
export function tell(name: string, data: object = {}): void {
  bridge().TelegramWebviewProxy?.postEvent(name, JSON.stringify(data))
}

/**
 * Tells Telegram that the page is rendered, so that it removes its placeholder. Disables closing the app by a vertical
 * swipe, because the page scrolls.
 */
export function ready(): void {
  tell('web_app_ready')
  tell('web_app_expand')
  tell('web_app_setup_swipe_behavior', { allow_vertical_swipe: false })
}

/** Calls `use` whenever Telegram's theme changes. Telegram versions use one of two names for the receiver. */
export function onTheme(use: (scheme: 'light' | 'dark') => void): void {
  const window = bridge()
  const receive: Receive = (name, data) => {
    const scheme = name === 'theme_changed' ? schemeOf((data as { theme_params?: unknown })?.theme_params) : undefined
    if (scheme) use(scheme)
  }
  // Telegram's own script, if present, already receives the events.
  if (window.Telegram?.WebView?.receiveEvent) return
  window.Telegram = { ...window.Telegram, WebView: { receiveEvent: receive } }
  window.TelegramGameProxy = { receiveEvent: receive }
}

/** Opens an address in the customer's browser, outside the messenger. */
export function openOutside(url: string): void {
  if (bridge().TelegramWebviewProxy) tell('web_app_open_link', { url })
  else window.open(url, '_blank', 'noopener')
}
