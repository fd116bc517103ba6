import type { Page } from '@playwright/test'
import { depositByCard } from '../e2e/support/balance'
import { orderPurchase } from '../e2e/support/exchange'
import { invitation, join } from '../e2e/support/operator'
import { siteOf, enter } from '../e2e/support/tenant'
import { expect, test } from '../e2e/support/test'
import { withHugeAmounts } from './huge'
import { nameOf, shoot, WEARS, type Wear } from './shots'

const SCREENS = [
  '/cabinet',
  '/exchange',
  '/balances',
  '/balances/EUR',
  '/balances/deposit',
  '/balances/details/LTC',
  '/balances/withdraw/EUR',
  '/balances/convert',
  '/balances/transfer',
  '/balances/request',
  '/balances/statement',
  '/balances/plans',
  '/balances/spending',
  '/balances/settings',
  '/utransaction',
  '/presets',
  '/activity',
  '/profile',
  '/profile/limits',
  '/profile/personal-details',
  '/profile/two-factor-authentication',
  '/profile/api-management',
  '/profile/api-reference',
  '/profile/cards-for-deposits',
  '/profile/documents',
  '/profile/merchant',
  '/profile/notification-settings',
  '/profile/notifications',
  '/profile/passkeys',
  '/profile/devices',
  '/profile/phrase',
  '/profile/profiles',
  '/profile/details-for-withdrawals',
  '/profile/account',
  '/profile/terms',
  '/farm',
  '/frens',
  '/proof-of-balances',
  '/onboarding/progress',
  '/support',
  '/accessibility',
  '/no/such/page',
]

const CONSOLE = [
  '/console',
  '/console/work',
  '/console/movements',
  '/console/customers',
  '/console/referrals',
  '/console/verification',
  '/console/support',
  '/console/approvals',
  '/console/bank',
  '/console/connections',
  '/console/ledger',
  '/console/rates',
  '/console/operators',
  '/console/rules',
  '/console/campaigns',
  '/console/farm',
  '/console/content',
  '/console/messages',
  '/console/log',
]

const screenName = (path: string) => path.slice(1).replaceAll('/', '-')

/** The page asks for nothing more, or has waited long enough. */
const settled = (page: Page) => page.waitForLoadState('networkidle', { timeout: 4_000 }).catch(() => undefined)

/** Stores the look on the server, whose settings win over those of the browser. */
async function wear(page: Page, { theme, lang }: Wear): Promise<void> {
  await page.goto('/profile')
  await page.getByLabel('Theme').selectOption(theme)
  await page.getByLabel('Language').selectOption(lang)
  await expect(page.locator('html')).toHaveAttribute('lang', lang)
  await settled(page)
}

for (const each of WEARS) {
  test.describe(nameOf(each), () => {
    test.use({ baseURL: siteOf(each.tenant), locale: each.lang })

    test('signed out', async ({ page }) => {
      await page.addInitScript((theme) => localStorage.setItem('agio.theme', theme), each.theme)
      for (const path of ['/', '/authentication', '/authentication/intro']) {
        await page.goto(path)
        await settled(page)
        expect.soft(await shoot(page, `out${path.replaceAll('/', '-')}`, each), path).toEqual([])
      }
    })

    test('signed in', async ({ browser }) => {
      // The journeys that make the data speak English.
      const context = await browser.newContext({
        baseURL: siteOf(each.tenant),
        locale: 'en-GB',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      await enter(page)
      await depositByCard(page, '200')
      const deposit = new URL(page.url()).pathname
      await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
      const order = new URL(page.url()).pathname
      await wear(page, each)
      await withHugeAmounts(page)
      for (const [name, path] of [
        ...SCREENS.map((path) => [screenName(path), path] as const),
        ['order', order] as const,
        ['order-done', deposit] as const,
      ]) {
        await page.goto(path)
        await settled(page)
        expect.soft(await shoot(page, name, each), path).toEqual([])
      }
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    })

    test('in the console', async ({ browser }) => {
      const { tenant, theme, lang } = each
      const baseURL = siteOf(tenant)
      // The console follows the browser's theme and language. The journey of an operator who joins speaks English.
      const begin = await browser.newContext({ baseURL, locale: 'en-GB' })
      const email = `looks-${crypto.randomUUID().slice(0, 8)}@bank.example`
      await join(await begin.newPage(), invitation(email, 'auditor', { tenant, url: baseURL }))
      const { cookies } = await begin.storageState()
      await begin.close()
      const context = await browser.newContext({
        baseURL,
        storageState: { cookies, origins: [] },
        locale: lang === 'uk' ? 'uk-UA' : 'en-GB',
        colorScheme: theme,
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      for (const path of CONSOLE) {
        await page.goto(path)
        await settled(page)
        expect.soft(await shoot(page, screenName(path), each), path).toEqual([])
      }
      await context.close()
    })
  })
}
