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

/**
 * Calls the handlers of Telegram's events, by their names, from now on. Telegram versions use one of two names for the
 * receiver.
 */
export function listen(handlers: Record<string, (data: unknown) => void>): void {
  const window = bridge()
  const receive: Receive = (name, data) => {
    if (Object.hasOwn(handlers, name)) handlers[name]?.(data)
  }
  // Telegram's own script, if present, already receives the events, and passes them on.
  const present = window.Telegram?.WebView?.receiveEvent
  const both: Receive = (name, data) => {
    present?.(name, data)
    receive(name, data)
  }
  window.Telegram = { ...window.Telegram, WebView: { receiveEvent: both } }
  window.TelegramGameProxy = { receiveEvent: both }
}

/** Shows or hides Telegram's own button that leads back. */
export const showBack = (is_visible: boolean): void => tell('web_app_setup_back_button', { is_visible })

/** Telegram's own button below the page. */
export type MainButton = { text: string; isActive: boolean; isBusy: boolean; color: string; textColor: string }

/** Shows Telegram's own main button, or hides it. */
export function showMain(button: MainButton | undefined): void {
  const shown = button && {
    is_active: button.isActive && !button.isBusy,
    is_progress_visible: button.isBusy,
    text: button.text,
    color: button.color,
    text_color: button.textColor,
  }
  tell('web_app_setup_main_button', { is_visible: button !== undefined, ...shown })
}

/**
 * Asks for a value of the storage that the device encrypts for this bot and user (Bot API 9.0). The answer is the event
 * `secure_storage_key_received`; an older app does not answer.
 */
export const askSecure = (req_id: string, key: string): void => tell('web_app_secure_storage_get_key', { req_id, key })

/** Keeps a value in that storage; `null` removes it. */
export const keepSecure = (req_id: string, key: string, value: string | null): void =>
  tell('web_app_secure_storage_save_key', { req_id, key, value })

/** Triggers the phone's haptic feedback for a result of this kind. */
export const vibrate = (notification_type: 'success' | 'warning' | 'error'): void =>
  tell('web_app_trigger_haptic_feedback', { type: 'notification', notification_type })

/** Colours Telegram's own bars above and below the page. */
export function paintBars(color: string): void {
  for (const bar of ['header', 'background', 'bottom_bar']) tell(`web_app_set_${bar}_color`, { color })
}

/** Asks for the parts of the screen that Telegram's controls cover. It answers with events, also when they change. */
export function askInsets(): void {
  tell('web_app_request_safe_area')
  tell('web_app_request_content_safe_area')
}

/** The inset at the top of a safe area's event, in pixels. */
export const topInset = (data: unknown): number => {
  const top = (data as { top?: unknown } | undefined)?.top
  return typeof top === 'number' && top > 0 ? Math.min(top, 200) : 0
}

/** Opens an address in the customer's browser, outside the messenger. */
export function openOutside(url: string): void {
  if (bridge().TelegramWebviewProxy) tell('web_app_open_link', { url })
  else window.open(url, '_blank', 'noopener')
}
