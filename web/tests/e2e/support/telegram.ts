import { createHmac } from 'node:crypto'
import { expect, type Page } from '@playwright/test'

/** A fictitious bot. Its token signs launch data as Telegram does. */
const TOKEN = '4242:a-token-of-this-test'
export const BOT_NAME = 'agio_test_bot'
export const telegramEnvironment = {
  AGIO_SIGN_IN_AGIO_TELEGRAM_BOT_TOKEN: TOKEN,
  AGIO_SIGN_IN_AGIO_TELEGRAM_BOT_NAME: BOT_NAME,
}

/** The launch data of a mini app opened by `user`; `start` is the start parameter of their link. */
export function initData(user: number, start?: string): string {
  const fields: Record<string, string> = {
    auth_date: String(Math.floor(Date.now() / 1000)),
    query_id: crypto.randomUUID(),
    user: JSON.stringify({ id: user, first_name: 'Ada', username: `ada_${user}` }),
    ...(start ? { start_param: start } : {}),
  }
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('\n')
  const secret = createHmac('sha256', 'WebAppData').update(TOKEN).digest()
  const hash = createHmac('sha256', secret).update(text).digest('hex')
  return new URLSearchParams({ ...fields, hash }).toString()
}

/** The URL with which Telegram opens the mini app, with a theme. */
export function launchAddress(data: string, ground: string): string {
  const parts = new URLSearchParams({
    tgWebAppData: data,
    tgWebAppVersion: '8.0',
    tgWebAppPlatform: 'android',
    tgWebAppThemeParams: JSON.stringify({ bg_color: ground }),
  })
  return `/messenger#${parts}`
}

/** A random user id, unique among the tests. */
export const somebody = (): number => 1_000_000 + Math.floor(Math.random() * 1_000_000_000)

type TelegramEvent = { name: string; data: Record<string, unknown> }

/** Simulates the Telegram app around the page, and records the page's events. */
export const beTelegram = (page: Page) =>
  page.addInitScript(() => {
    const told: TelegramEvent[] = []
    const postEvent = (name: string, data: string) => void told.push({ name, data: JSON.parse(data) })
    Object.assign(window, { told, TelegramWebviewProxy: { postEvent } })
  })

/** The events that the page has sent since it was loaded. */
export const told = (page: Page): Promise<TelegramEvent[]> =>
  page.evaluate(() => (window as unknown as { told: TelegramEvent[] }).told)

/** Sends the page an event of Telegram. */
export const receive = (page: Page, name: string, data: object = {}) =>
  page.evaluate(
    ([event, content]) => {
      const { Telegram } = window as unknown as {
        Telegram: { WebView: { receiveEvent: (name: string, data: unknown) => void } }
      }
      Telegram.WebView.receiveEvent(event as string, content)
    },
    [name, data] as const,
  )

/** Presses Telegram's main button once it has this text and is active. */
export async function pressMain(page: Page, text: RegExp): Promise<void> {
  const shown = async () => (await told(page)).findLast(({ name }) => name === 'web_app_setup_main_button')?.data
  await expect.poll(shown).toMatchObject({ text: expect.stringMatching(text), is_active: true })
  await receive(page, 'main_button_pressed')
}
