import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { look } from './support/look'
import { BASE_URL } from './support/ports'
import { expect, signIn, test } from './support/test'

const SCOPES = ['check', 'initialize', 'manage', 'confirm'].map((act) => `exchanger:kyc_${act}`)
/** The partner's page. In a sandbox a page of its own machine needs no proof. */
const SHOP = 'localhost:4000'

/** The server of a partner, for its customer `c-1`. */
async function startPartner(owner: Page) {
  const token = await signIn(owner, `${crypto.randomUUID().slice(0, 8)}@example.test`)
  const make = async (data: object) => {
    const headers = { authorization: `Bearer ${token}` }
    const made = await owner.request.post(`${BASE_URL}/api/client/v1/partner-keys`, { headers, data })
    expect(made.status(), await made.text()).toBe(201)
    return ((await made.json()) as { secret: string }).secret
  }
  await make({ kind: 'widget', name: 'Page', domains: [SHOP] })
  const secret = await make({ kind: 'exchanger', name: 'Server', scopes: SCOPES })
  return async (act: string, data?: object) => {
    const url = `${BASE_URL}/api/partner/v1/customers/c-1/verification${act}`
    const headers = { 'Api-Key': secret, 'Idempotency-Key': crypto.randomUUID() }
    const answer = await (data ? owner.request.post(url, { headers, data }) : owner.request.get(url, { headers }))
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as { url: string; state: string; verifications: object[] }
  }
}

test('a customer shares the verification with a partner, sees it in the profile, and takes it back', async ({
  person: page,
  browser,
}) => {
  const owner = await browser.newContext({ baseURL: BASE_URL })
  const call = await startPartner(await owner.newPage())
  await page.route(`http://${SHOP}/**`, (route) => route.fulfill({ contentType: 'text/plain', body: 'Back' }))

  await test.step('the customer agrees on the page of the link and returns with a code', async () => {
    const { url } = await call('/initialize', { return_url: `http://${SHOP}/done` })
    await page.goto(new URL(url).pathname + new URL(url).search)
    await page.getByRole('button', { name: 'Share and go back' }).click()
    await page.waitForURL(/code=vc_/)
    const code = new URL(page.url()).searchParams.get('code')
    expect((await call('/confirm', { code })).state).toBe('confirmed')
  })

  await test.step('the profile says who sees what', async () => {
    await page.goto('/profile')
    await page.getByRole('link', { name: /^Partners with access/ }).click()
    await expect(page.getByRole('listitem').filter({ hasText: SHOP })).toContainText('Sees which verifications')
    await clean(page, 'partners with access')
    await look(page, 'partner-access')
  })

  await test.step('after the withdrawal the partner sees nothing', async () => {
    await page.getByRole('button', { name: `Withdraw from ${SHOP}` }).click()
    const question = page.getByRole('dialog')
    await look(page, 'partner-access-question')
    await question.getByRole('button', { name: 'Withdraw', exact: true }).click()
    await expect(page.getByText('No partner has access')).toBeVisible()
    await look(page, 'partner-access-none')
    const seen = await call('')
    expect([seen.state, seen.verifications]).toEqual(['withdrawn', []])
  })
  await owner.close()
})
