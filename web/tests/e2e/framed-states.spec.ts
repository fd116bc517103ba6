import { look } from './support/look'
import { paymentLink } from './support/merchant'
import { makeWidget, startSite } from './support/partner'
import { expect, test } from './support/test'

const API = /\/api\/(widget|client|pay)\/v1\//

const problem = (status: number, code: string) => ({
  status,
  contentType: 'application/problem+json',
  headers: { 'x-request-id': 'req-of-this-test' },
  body: JSON.stringify({ code, status, message: code, request_id: 'req-of-this-test', errors: [], meta: {} }),
})

test('inside a widget, maintenance and the end of the session are said, and the form goes on', async ({
  page,
  browser,
}) => {
  const owner = await (await browser.newContext()).newPage()
  let key = ''
  const site = await startSite(
    () => `document.querySelector('#buy').addEventListener('click', () => AgioWidget.open({ apiKey: '${key}' }))`,
  )
  key = (await makeWidget(owner, [site.domain])).key
  const frame = page.frameLocator('iframe')

  await test.step('maintenance', async () => {
    await page.route(API, (route) => route.fulfill(problem(503, 'SERVICE_UNAVAILABLE')))
    await page.goto(site.url)
    await page.getByRole('button', { name: 'Buy crypto' }).click()
    await expect(frame.getByText('We are working on the service')).toBeVisible()
    await look(page, 'widget-maintenance')
    await page.unroute(API)
    await frame.getByRole('button', { name: 'Try again' }).click()
    await expect(frame.getByRole('heading', { level: 1 })).toHaveText('Sign in to Agio')
  })
  const email = `${crypto.randomUUID().slice(0, 8)}@example.test`
  const enter = async (isNew: boolean) => {
    await frame.getByLabel('Email').fill(email)
    await frame.getByRole('button', { name: 'Continue', exact: true }).click()
    await frame.getByLabel('Code from the email').fill('111111')
    // A known person is in with the last digit.
    if (!isNew) return
    await frame.getByRole('checkbox').check()
    await frame.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  await enter(true)
  await expect(frame.getByLabel(/^You pay$/)).toBeVisible()

  await test.step('the session ends, and what was typed stays', async () => {
    const amount = frame.getByLabel(/^You pay$/)
    await amount.fill('322')
    await page.route(API, (route) => {
      const isSignIn = /\/(login|auth)/.test(route.request().url())
      return isSignIn && !route.request().url().endsWith('/auth')
        ? route.continue()
        : route.fulfill(problem(401, 'UNAUTHORIZED_REQUEST'))
    })
    const ended = frame.getByText('Your session has ended. Sign in again.')
    // A request of the page may meet the end of the session before the change of the amount does.
    await Promise.race([amount.fill('323').catch(() => undefined), ended.waitFor()])
    await expect(ended).toBeVisible()
    await look(page, 'widget-expired')
    await page.unroute(API)
    await enter(false)
    await expect(amount).toHaveValue(/^32[23]$/)
  })
  await site.close()
  await owner.context().close()
})

test('in the pay-frame, maintenance and a lost connection are said, and the payment is there again', async ({
  person,
  token,
  browser,
}) => {
  const link = await paymentLink(person, token)
  const payer = await (await browser.newContext()).newPage()
  await payer.route(API, (route) => route.fulfill(problem(503, 'SERVICE_UNAVAILABLE')))
  await payer.goto(link)
  await expect(payer.getByText('We are working on the service')).toBeVisible({ timeout: 30_000 })
  await look(payer, 'pay-maintenance')
  await payer.unroute(API)
  await payer.getByRole('button', { name: 'Try again' }).click()
  await expect(payer.getByRole('button', { name: /^BTC/ })).toBeVisible()
  await payer.context().setOffline(true)
  await expect(payer.getByText('You are offline')).toBeVisible()
  await look(payer, 'pay-offline')
  await payer.context().setOffline(false)
  await payer.getByRole('button', { name: /^BTC/ }).click()
  await expect(payer.getByText(/Rate locked for/)).toBeVisible()
  await payer.context().close()
})
