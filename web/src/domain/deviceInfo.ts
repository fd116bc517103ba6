import type { components } from '../api/schema.gen'

type DeviceInfo = components['schemas']['DeviceInfo']

type Browser = {
  screen: Pick<Screen, 'colorDepth' | 'width' | 'height'>
  innerWidth: number
  innerHeight: number
  navigator: Pick<Navigator, 'language'> & { javaEnabled?: () => boolean; userAgentData?: { mobile: boolean } }
  matchMedia: (query: string) => { matches: boolean }
}

const PIXELS_MAX = 65_535

/** A whole number of pixels that the server accepts. */
const pixels = (size: number) => Math.min(Math.max(Math.round(size) || 1, 1), PIXELS_MAX)

/**
 * This browser, as the issuer of a card assesses it (specification, "Device info for checks"). The server adds the
 * headers of the request.
 */
export function deviceInfo(browser: Browser = window, now = new Date()): DeviceInfo {
  const { screen, navigator } = browser
  const isMobile = navigator.userAgentData?.mobile ?? browser.matchMedia('(pointer: coarse) and (hover: none)').matches
  return {
    color_depth: Math.min(Math.max(screen.colorDepth || 24, 1), 64),
    java_enabled: navigator.javaEnabled?.() ?? false,
    language: /^[A-Za-z]{1,8}(-[A-Za-z0-9]{1,8})*$/.test(navigator.language) ? navigator.language : 'en',
    screen_width: pixels(screen.width),
    screen_height: pixels(screen.height),
    window_width: pixels(browser.innerWidth),
    window_height: pixels(browser.innerHeight),
    time_zone_offset: now.getTimezoneOffset(),
    channel: isMobile ? 'mobile' : 'desktop',
  }
}

let known: DeviceInfo | undefined

/** The browser as it was at the first question, so that a repeated request is identical although the window has changed. */
export const thisDevice = (): DeviceInfo => (known ??= deviceInfo())
