import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { begin, everything } from './support/documents'
import { BTC_ADDRESS, give, openExchange, orderPurchase, pick } from './support/exchange'
import { because, operator } from './support/operator'
import { expect, signIn, test } from './support/test'

/** Collects violations of the content security policy on all pages, from their first line on. */
async function watch(page: Page): Promise<string[]> {
  const violations: string[] = []
  await page.exposeFunction('tellViolation', (text: string) => violations.push(`${page.url()}: ${text}`))
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      const tell = (window as unknown as { tellViolation: (text: string) => void }).tellViolation
      tell(`${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`)
    })
  })
  return violations
}

/** The paths below pages with a wildcard segment. */
const BELOW: Record<string, readonly string[]> = {
  '': ['receipt', 'verify-document', 'nowhere'],
  '/balances': ['deposit', 'withdraw', 'convert', 'transfer', 'request', 'statement', 'EUR'],
  '/onboarding': [
    'progress',
    'issue',
    'email',
    'resedency',
    'phone',
    'phone/forbidden',
    'phone-messenger',
    'identity',
    'identity-form',
    'identity-stub',
    'exchange/progress',
  ],
  '/on-phone': ['identity', 'address', 'source-of-funds', 'nowhere'],
  '/preset': ['pst_00000000000000000000000000000001'],
  '/profile': [
    'account',
    'api-management',
    'api-reference',
    'cards-for-deposits',
    'details-for-withdrawals',
    'devices',
    'documents',
    'limits',
    'merchant',
    'notification-settings',
    'notifications',
    'partner-access',
    'partner-verification',
    'passkeys',
    'phrase',
    'profiles',
    'terms',
    'nowhere',
  ],
  '/profile/verification': ['phone', 'phone/forbidden', 'email-messenger', 'source-of-funds'],
  '/transaction/exchange/verification': ['declarative-personal-data', 'phone', 'phone-messenger', 'identity'],
}

/** Returns a page, or all pages below it. */
function below(path: string): string[] {
  // Removes optional segments.
  const [page, rest] = path.replace(/\/\{-\$\w+\}/g, '').split('/$')
  if (page === undefined || rest === undefined) return [page ?? path]
  const names = BELOW[page]
  if (!names || !['', 'page', 'paper', 'step', 'place', 'presetId'].includes(rest))
    throw new Error(`nothing is known of what is below ${path}`)
  return names.map((name) => `${page}/${name}`)
}

/** All pages of the app, from the file names of their routes. `order` replaces the order's parameter. */
function routes(order: string): string[] {
  const files = readdirSync(resolve(import.meta.dirname, '../../src/routes')).filter((name) => name.endsWith('.tsx'))
  const paths = files
    .map((name) => name.replace(/\.tsx$/, ''))
    .filter((name) => !name.startsWith('__') && name !== '_app')
    .map((name) => name.replace(/^_app\./, '').replace(/(^|\.)index$/, ''))
    .map((name) => `/${name.replaceAll('.', '/')}`)
    // A trailing underscore means that a route does not nest inside its parent.
    .map((path) => path.replaceAll('_/', '/'))
  const named = paths.map((path) => path.replace('$transactionType', 'exchange').replace('$externalId', order))
  return named.flatMap(below)
}

async function visit(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy, path).toContain("require-trusted-types-for 'script'")
  await page.locator('main, h1').first().waitFor()
  // A part that is still loading says so.
  await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0)
}

test('no page of the app does what its policy forbids, signed in or not', async ({ page }) => {
  test.setTimeout(360_000)
  const violations = await watch(page)
  for (const path of routes('ord_00000000000000000000000000000001')) await visit(page, path)
  const email = `policy-${Date.now()}@example.test`
  await signIn(page, email)
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
  await expect(page.getByRole('button', { name: /^Pay \d/ })).toBeVisible()
  const order = /ord_[0-9a-f]+/.exec(page.url())?.[0]
  if (!order) throw new Error('no order in the address')
  const all = routes(order)
  expect(all.length).toBeGreaterThan(50)
  // An amount above the limits of an unverified customer, so that the verification pages are reachable.
  await openExchange(page, 'Buy')
  await pick(page, 'You pay', 'EUR', 'Bank transfer')
  await pick(page, 'You receive', 'BTC', 'Bitcoin')
  await give(page, '1500')
  await page.getByLabel(/^Your \w+ address/).fill(BTC_ADDRESS)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Continue' }).click()
  const demanded = '/transaction/exchange/verification/phone'
  await visit(page, demanded)
  await expect(page).toHaveURL(demanded)
  for (const [index, path] of all.entries()) {
    // Each page renews the session. A session is renewed at most 60 times a minute, and a script visits more pages.
    if (index % 40 === 39) await signIn(page, email)
    await visit(page, path)
  }
  await visit(page, '/sandbox/3ds/none')
  expect(violations).toEqual([])
  // Afterwards, no storage that scripts can read may contain a session token.
  await visit(page, '/cabinet')
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
  expect(kept).not.toMatch(/\bag[a-z]_[0-9A-Za-z]{20}/)
  expect(await page.evaluate(() => document.cookie)).not.toMatch(/\bag[a-z]_/)
})

test('nor does a page of the console, with a customer and what they handed in', async ({ page, browser }) => {
  const name = `policy-${crypto.randomUUID().slice(0, 8)}`
  await signIn(page, `${name}@example.test`)
  await begin(page, 'Onhold')
  await everything(page, ['Front side', 'Your face'])
  await expect(page.getByText('We are reviewing it')).toBeVisible()

  const officer = await operator(browser, `${name}@bank.example`, 'compliance_officer')
  const violations = await watch(officer)
  const places = ['', '/customers', '/verifications', '/approvals', '/operators', '/log', '/nowhere']
  for (const place of places) await visit(officer, `/console${place}`)
  await visit(officer, `/console/customers?search=${name}%40example.test`)
  const found = await officer.request.get(`/api/operator/v1/customers?search=${name}%40example.test`)
  const { data } = (await found.json()) as { data: { id: string }[] }
  await visit(officer, `/console/customers/${data[0]?.id}`)
  const identity = officer.getByRole('listitem').filter({ hasText: 'Identity, by document' })
  await identity.getByRole('button', { name: 'Open documents' }).click()
  await because(officer, 'Open documents', 'the test of the policy looks')
  const front = identity.getByRole('img', { name: /^Front, Passport/ })
  await expect(front).toBeVisible()
  expect(await front.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await identity.getByRole('button', { name: /^Larger: Front/ }).click()
  await expect(identity.getByRole('button', { name: /^Smaller: Front/ })).toBeVisible()
  expect(violations).toEqual([])
})

test("each answer has a nonce of its own, which is its page's, and styles need it", async ({ browser }) => {
  // A page without the error check: the style without a nonce logs an error.
  const page = await (await browser.newContext()).newPage()
  const given: string[] = []
  for (const path of ['/', '/', '/exchange', '/console']) {
    const answer = await page.request.get(path)
    const policy = answer.headers()['content-security-policy'] ?? ''
    const nonce = /style-src 'self' 'nonce-([A-Za-z0-9+/]{22})'/.exec(policy)?.[1]
    expect(nonce, policy).toBeDefined()
    const inPage = [...(await answer.text()).matchAll(/nonce="([^"]*)"/g)].map((found) => found[1])
    expect(inPage.length, path).toBeGreaterThan(0)
    expect(new Set(inPage), path).toEqual(new Set([nonce]))
    expect(policy).toContain("script-src 'self';")
    given.push(nonce ?? '')
  }
  expect(new Set(given).size).toBe(given.length)
  await page.goto('/')
  const applied = await page.evaluate(() => {
    const meta = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')
    const painted = (nonce: string) => {
      const style = document.createElement('style')
      style.nonce = nonce
      style.textContent = 'body { --tried: yes }'
      document.head.append(style)
      const found = getComputedStyle(document.body).getPropertyValue('--tried')
      style.remove()
      return found
    }
    return { own: painted(meta?.nonce ?? ''), made: painted('AAAAAAAAAAAAAAAAAAAAAA') }
  })
  await page.context().close()
  expect(applied).toEqual({ own: 'yes', made: '' })
})

test('a script that an attacker brings in does not run, and text becomes no markup', async ({ browser }) => {
  // A page without the error check: the refused script logs an error.
  const page = await (await browser.newContext()).newPage()
  await page.goto('/')
  const violations = await page.evaluate(async () => {
    const seen: string[] = []
    addEventListener('securitypolicyviolation', (event) => seen.push(event.effectiveDirective))
    const tries = [
      () => {
        document.body.insertAdjacentHTML('beforeend', '<img src=x onerror="window.owned = 1">')
      },
      () => {
        const script = document.createElement('script')
        script.text = 'window.owned = 1'
        document.body.append(script)
      },
      () => {
        ;(
          window as unknown as { trustedTypes: { createPolicy: (name: string, rules: object) => void } }
        ).trustedTypes.createPolicy('mine', {})
      },
    ]
    let refused = 0
    for (const attempt of tries) {
      try {
        attempt()
      } catch {
        refused += 1
      }
    }
    await new Promise((done) => setTimeout(done))
    return { seen, refused, owned: 'owned' in window }
  })
  await page.context().close()
  expect(violations.owned).toBe(false)
  expect(violations.refused).toBe(3)
  expect(violations.seen).toContain('require-trusted-types-for')
})
