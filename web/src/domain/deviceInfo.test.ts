import { expect, it } from 'vitest'
import { deviceInfo } from './deviceInfo'

const browser = {
  screen: { colorDepth: 30, width: 390, height: 844 },
  innerWidth: 390.4,
  innerHeight: 664,
  navigator: { language: 'uk-UA', javaEnabled: () => false },
  matchMedia: () => ({ matches: true }),
}

it('tells the browser in the form that the server accepts', () => {
  const now = { getTimezoneOffset: () => -120 } as Date
  expect(deviceInfo(browser, now)).toEqual({
    color_depth: 30,
    java_enabled: false,
    language: 'uk-UA',
    screen_width: 390,
    screen_height: 844,
    window_width: 390,
    window_height: 664,
    time_zone_offset: -120,
    channel: 'mobile',
  })
})

it('never sends what the server would refuse', () => {
  const odd = {
    ...browser,
    screen: { colorDepth: 0, width: 0, height: 90_000 },
    navigator: { language: '' },
    matchMedia: () => ({ matches: false }),
  }
  const { color_depth, screen_width, screen_height, language, java_enabled, channel } = deviceInfo(odd)
  expect([color_depth, screen_width, screen_height]).toEqual([24, 1, 65_535])
  expect([language, java_enabled, channel]).toEqual(['en', false, 'desktop'])
})
