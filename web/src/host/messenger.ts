import { schemeOf } from './launch'

/** The bridge to Telegram's own program around this page: events by name, as its "Web Apps" protocol has them. */
type Bridge = {
  TelegramWebviewProxy?: { postEvent: (name: string, data: string) => void }
  Telegram?: { WebApp?: { initData?: string }; WebView?: { receiveEvent?: Receive } }
  TelegramGameProxy?: { receiveEvent: Receive }
}
type Receive = (name: string, data: unknown) => void

const bridge = () => window as unknown as Bridge

/**
 * Whether Telegram's own program is around the page. Elsewhere a launch in the address is only a link that somebody made,
 * and a link must not sign a person out, or in as somebody else.
 */
export const isInside = (): boolean => bridge().TelegramWebviewProxy !== undefined || scriptData() !== ''

export const scriptData = (): string => bridge().Telegram?.WebApp?.initData ?? ''

/** Tells Telegram something; where the page is not inside it, nobody listens. */
export function tell(name: string, data: object = {}): void {
  bridge().TelegramWebviewProxy?.postEvent(name, JSON.stringify(data))
}

/** The page is drawn: Telegram takes its cover away. A swipe down is for scrolling here, not for closing the app. */
export function ready(): void {
  tell('web_app_ready')
  tell('web_app_expand')
  tell('web_app_setup_swipe_behavior', { allow_vertical_swipe: false })
}

/** Calls `use` whenever Telegram's own theme changes. Two names, because its programs are of different ages. */
export function onTheme(use: (scheme: 'light' | 'dark') => void): void {
  const window = bridge()
  const receive: Receive = (name, data) => {
    const scheme = name === 'theme_changed' ? schemeOf((data as { theme_params?: unknown })?.theme_params) : undefined
    if (scheme) use(scheme)
  }
  // A script of Telegram's own, where there is one, listens there already.
  if (window.Telegram?.WebView?.receiveEvent) return
  window.Telegram = { ...window.Telegram, WebView: { receiveEvent: receive } }
  window.TelegramGameProxy = { receiveEvent: receive }
}

/** Opens an address in the person's browser, outside the messenger. */
export function openOutside(url: string): void {
  if (bridge().TelegramWebviewProxy) tell('web_app_open_link', { url })
  else window.open(url, '_blank', 'noopener')
}
