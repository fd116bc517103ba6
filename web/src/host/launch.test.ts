import { describe, expect, it } from 'vitest'
import { fragmentOf, launchOf, schemeOf } from './launch'

const DATA = 'user=%7B%22id%22%3A279058397%2C%22first_name%22%3A%22A%20%2B%20B%22%7D&auth_date=1733509682&hash=a4'

describe('a launch from Telegram', () => {
  it('comes in the fragment, and is handed on as it came', () => {
    const { initData, theme } = fragmentOf(
      `#tgWebAppData=${encodeURIComponent(DATA)}&tgWebAppVersion=8.0&tgWebAppThemeParams=%7B%22bg_color%22%3A%22%23ffffff%22%7D`,
    )
    expect(initData).toBe(DATA)
    expect(theme).toBe('{"bg_color":"#ffffff"}')
    expect(launchOf(initData)).toEqual({ initData: DATA, user: '279058397', isSent: false })
    expect(launchOf(`${DATA}&start_param=42`)?.isSent).toBe(true)
    expect(launchOf(`${DATA}&start_param=agh_Ab1`)).toMatchObject({ isSent: false, code: 'agh_Ab1' })
    expect(launchOf(`${DATA}&start_param=agh_%3Cb`)).toMatchObject({ isSent: true })
  })

  it.each(['', 'user=', 'user=7', 'user=%7B', 'user=%7B%7D', 'auth_date=1'])('%j is none', (text) =>
    expect(launchOf(text)).toBeUndefined())

  it.each([
    [{ bg_color: '#ffffff' }, 'light'],
    [{ bg_color: '#17212b' }, 'dark'],
    [{ bg_color: 'red' }, undefined],
    [{ bg_color: '#zzzzzz' }, undefined],
    [{}, undefined],
    [null, undefined],
    ['x', undefined],
  ])('the theme %j is %s', (theme, scheme) => expect(schemeOf(theme)).toBe(scheme))
})
