import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { look } from './support/look'
import { addTenant, siteOf } from './support/tenant'
import { expect, test } from './support/test'

/** Simulates an attack: a thousand wrong codes, five at each of two hundred addresses. */
async function guess(page: Page): Promise<void> {
  await page.goto('/support')
  const wrong = await page.evaluate(async () => {
    const send = (method: string, body: object) =>
      fetch('/api/client/v1/login?method=email', {
        method,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const guessFive = async (email: string) => {
      const { challenge_id } = (await (await send('POST', { email })).json()) as { challenge_id: string }
      const answers = []
      for (let n = 0; n < 5; n++) answers.push((await send('PUT', { challenge_id, code: '222222' })).status)
      return answers.filter((status) => status === 400).length
    }
    const emails = Array.from({ length: 200 }, (_, n) => `guessed-${n}@example.test`)
    return (await Promise.all(emails.map(guessFive))).reduce((sum, each) => sum + each, 0)
  })
  expect(wrong).toBe(1_000)
}

/** Holds the request with the proof of work, so that the page can be examined meanwhile. */
async function holdWork(page: Page): Promise<{ shown: string[]; letGo: () => void }> {
  const shown: string[] = []
  let letGo = () => {}
  const held = new Promise<void>((done) => {
    letGo = done
  })
  await page.route('**/login?method=email', async (route) => {
    const token = route.request().headers()['recaptcha-token']
    if (token) {
      shown.push(token)
      await held
    }
    await route.continue()
  })
  return { shown, letGo: () => letGo() }
}

async function ask(page: Page): Promise<void> {
  await page.goto('/authentication')
  await page.getByLabel('Email').fill(`${crypto.randomUUID().slice(0, 8)}@example.test`)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
}

test.describe('a tenant whose codes are guessed', () => {
  test.use({ baseURL: siteOf('guessed') })

  test('sends a code for some work, which the browser does by itself and says so', async ({ page, browser }) => {
    test.setTimeout(180_000)
    addTenant('guessed')
    await guess(page)
    const refused: string[] = []
    await page.exposeFunction('tellViolation', (text: string) => refused.push(text))
    await page.addInitScript(() => {
      addEventListener('securitypolicyviolation', (event) => {
        const tell = (window as unknown as { tellViolation: (text: string) => void }).tellViolation
        tell(`${event.effectiveDirective} ${event.blockedURI}`)
      })
    })
    const workers: string[] = []
    page.on('worker', (worker) => workers.push(worker.url()))
    const { shown, letGo } = await holdWork(page)
    await ask(page)
    await expect(page.getByRole('status').filter({ hasText: 'Checking that you are not a robot.' })).toBeVisible()
    await expect.poll(() => shown.length).toBe(1)
    await expect(page.getByRole('button', { name: 'Continue', exact: true })).toHaveAttribute('aria-busy', 'true')
    await clean(page, 'the sign-in page while it works')
    await look(page, 'sign-in-working')
    letGo()
    await page.getByLabel('Code from the email').fill('111111')
    await expect(page.getByRole('checkbox')).toBeVisible()
    expect(workers).toEqual([expect.stringMatching(/^http:\/\/guessed\.localhost:\d+\/assets\//)])
    expect(refused).toEqual([])

    // A browser without workers solves the puzzle in the page.
    const other = await (await browser.newContext({ baseURL: siteOf('guessed') })).newPage()
    await other.addInitScript(() => Reflect.deleteProperty(window, 'Worker'))
    await ask(other)
    await expect(other.getByLabel('Code from the email')).toBeVisible()
    await other.context().close()
  })
})
