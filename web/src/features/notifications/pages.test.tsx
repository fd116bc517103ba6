import { expect, it } from 'vitest'
import { markupOf, textOf } from '../../testing/shown'
import NotificationsPage from './NotificationsPage'
import type { Notification, Settings } from './queries'
import SettingsPage from './SettingsPage'
import { TOPICS } from './words'

const TOLD: Notification = {
  id: 'ntf_1',
  kind: 'order_done',
  topic: 'orders',
  severity: 'info',
  title: 'Order complete',
  text: '0.5 LTC was sent.',
  link: '/activity',
  created_at: '2026-11-27T10:00:00Z',
  is_read: false,
}

const KEY = ['notifications', 'list', 'all', false]
const page = <NotificationsPage back={null} link={(_, row) => <a href="/activity">{row}</a>} side={null} />
const listed = (data: Notification[], has_more = false) =>
  [KEY, { pages: [{ data, has_more, next_cursor: 'x' }], pageParams: [undefined] }] as const

it('shows the list while it loads, when it fails, and when there is nothing', () => {
  expect(markupOf(page)).toContain('aria-busy')
  expect(textOf(page, { errors: [[KEY, new Error('down')]] })).toContain('Try again')
  expect(textOf(page, { answers: [listed([])] })).toContain('No notifications yet')
})

it('tells an unread notification from a read one, and offers to mark all only if some are unread', () => {
  const unread = [['notifications', 'unread'], { unread: 1 }] as const
  const some = textOf(page, { answers: [listed([TOLD], true), unread] })
  expect(some).toContain('Order complete Unread 0.5 LTC was sent.')
  expect(some).toContain('Mark all as read')
  expect(some).toContain('Show more')
  const none = [['notifications', 'unread'], { unread: 0 }] as const
  const read = textOf(page, { answers: [listed([{ ...TOLD, is_read: true }]), none] })
  expect(read).toContain('Order complete 0.5 LTC was sent.')
  expect(read).not.toContain('Mark all as read')
})

const settings = (change: Partial<Settings>): Settings => ({
  topics: TOPICS.map((topic) => ({
    topic,
    mail: topic !== 'prices',
    push: true,
    telegram: true,
    is_optional: topic !== 'security',
  })),
  time_zone: 'Europe/Warsaw',
  shows_details: false,
  by_text: false,
  ...change,
})

const chosen = (change: Partial<Settings> = {}) =>
  markupOf(<SettingsPage back={null} />, { answers: [[['notifications', 'settings'], settings(change)]] })

const checkbox = (markup: string, label: string) => new RegExp(`${label}</span><input[^>]*>`).exec(markup)?.[0] ?? ''

it('shows every topic by channel, and security that cannot be switched off', () => {
  const markup = chosen()
  expect(checkbox(markup, 'Prices: email')).not.toContain('checked')
  expect(checkbox(markup, 'Prices: web push')).toContain('checked')
  expect(checkbox(markup, 'Security: email')).toMatch(/disabled="".*checked|checked.*disabled=""/)
  expect(checkbox(markup, 'Orders: email')).not.toContain('disabled=""')
})

it('shows the quiet hours with their time zone only if there are some', () => {
  expect(chosen()).not.toContain('Time zone')
  const quiet = chosen({ quiet: { from: 1320, to: 420 } })
  expect(quiet).toContain('Time zone: Europe/Warsaw')
  expect(quiet).toContain('value="22:00"')
  expect(quiet).toContain('value="07:00"')
})

const TELEGRAM = ['notifications', 'telegram']
const withTelegram = (answer: object) =>
  markupOf(<SettingsPage back={null} />, {
    answers: [
      [['notifications', 'settings'], settings({})],
      [TELEGRAM, answer],
    ],
  })

it('offers Telegram only with a bot, and its column only with a linked chat', () => {
  expect(withTelegram({})).not.toContain('Telegram</h')
  const offered = withTelegram({ bot: 'agio_bot' })
  expect(offered).toContain('Link Telegram')
  expect(checkbox(offered, 'Prices: Telegram')).toBe('')
  const linked = withTelegram({ bot: 'agio_bot', chat: { name: '@olena', linked_at: '2026-11-27T10:00:00Z' } })
  expect(linked).toContain('Linked as @olena')
  expect(linked).not.toContain('Link Telegram')
  expect(checkbox(linked, 'Prices: Telegram')).toContain('checked')
  expect(checkbox(linked, 'Security: Telegram')).toContain('disabled')
})
