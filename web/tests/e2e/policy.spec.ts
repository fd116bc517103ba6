import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { orderPurchase } from './support/exchange'
import { BASE_URL } from './support/ports'
import { binary } from './support/server'
import { expect, signIn, test } from './support/test'
import { totp } from './support/totp'

/** Gathers what the page's policy forbids, from the first line of every page on. */
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

/** Every page of the app, as its file says; `order` fills in what is asked for. */
function routes(order: string): string[] {
  const files = readdirSync(resolve(import.meta.dirname, '../../src/routes')).filter((name) => name.endsWith('.tsx'))
  const paths = files
    .map((name) => name.replace(/\.tsx$/, ''))
    .filter((name) => !name.startsWith('__') && name !== '_app')
    .map((name) => name.replace(/^_app\./, '').replace(/(^|\.)index$/, ''))
    .map((name) => `/${name.replaceAll('.', '/')}`)
  return paths.map((path) => path.replace('$transactionType', 'exchange').replace('$externalId', order))
}

async function visit(page: Page, path: string): Promise<void> {
  const answer = await page.goto(path)
  const policy = answer?.headers()['content-security-policy'] ?? ''
  expect(policy, path).toContain("require-trusted-types-for 'script'")
  await page.locator('main, h1').first().waitFor()
  await page.waitForLoadState('networkidle')
}

test('no page of the app does what its policy forbids, signed in or not', async ({ page }) => {
  test.setTimeout(240_000)
  const violations = await watch(page)
  for (const path of routes('ord_00000000000000000000000000000001')) await visit(page, path)
  await signIn(page, `policy-${Date.now()}@example.test`)
  await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
  await expect(page.getByRole('button', { name: /^Pay / })).toBeVisible()
  const order = /ord_[0-9a-f]+/.exec(page.url())?.[0]
  if (!order) throw new Error('no order in the address')
  const all = routes(order)
  expect(all.length).toBeGreaterThan(25)
  for (const path of all) await visit(page, path)
  await visit(page, '/sandbox/3ds/none')
  expect(violations).toEqual([])
})

test('nor does a page of the console', async ({ page }) => {
  const violations = await watch(page)
  const data = process.env.AGIO_E2E_DATA
  if (!data) throw new Error('the server has no folder')
  const email = `policy-${Date.now()}@bank.example`
  const asked = ['operator', '--data', data, 'invite', '--email', email, '--role', 'auditor', '--url', BASE_URL]
  const link = execFileSync(binary(), asked, { encoding: 'utf8' }).split('\n')[0] ?? ''
  await page.goto(link)
  const secret = ((await page.getByTestId('key').textContent()) ?? '').replaceAll(' ', '')
  await page.getByLabel('Code from your authenticator app').fill(totp(secret))
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible()
  const places = ['', '/customers', '/verifications', '/approvals', '/operators', '/log', '/nowhere']
  for (const place of places) await visit(page, `/console${place}`)
  expect(violations).toEqual([])
})

test('a script that an attacker brings in does not run, and text becomes no markup', async ({ browser }) => {
  // A page that nobody watches: what is refused here is an error in its console.
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
