import { clean } from './support/axe'
import { look } from './support/look'
import { expect, test } from './support/test'

test('the profile tells the state of each part, asks for each once, and leads to what raises the limit', async ({
  person: page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (request.method() === 'GET' && pathname.startsWith('/api/client/v1/')) asked.push(pathname)
  })
  await page.goto('/profile')
  const main = page.getByRole('main')
  await expect(main.getByText('Starter', { exact: true })).toBeVisible()
  await expect(main.getByText(/^With us since \w+ \d{4}$/)).toBeVisible()
  await expect(main.getByText('3,000.00 € of 3,000.00 €')).toBeVisible()
  await expect(main.getByRole('progressbar', { name: 'Used of the monthly limit' })).toHaveAttribute(
    'aria-valuenow',
    '0',
  )
  for (const [name, state] of [
    [/^Personal details/, 'Not verified'],
    [/^Limits and level/, '3 steps'],
    [/^Withdrawal details/, 'Nothing saved yet'],
    [/^Two-factor authentication/, 'Off'],
    [/^Passkeys/, 'None'],
    [/^Devices/, '1'],
    [/^Phrase in our emails/, 'Not set'],
  ] as const)
    await expect(main.getByRole('link', { name })).toContainText(state)
  await expect(main.getByLabel('Main currency')).toHaveValue('EUR')
  // The session reads the user and the settings itself, also without this page.
  const ofPage = asked.filter((path) => !/\/user(\/settings)?$/.test(path))
  expect(ofPage.length).toBeGreaterThan(5)
  expect(ofPage.filter((path, at) => ofPage.indexOf(path) !== at)).toEqual([])
  await look(page, 'profile')
  await clean(page, 'the profile with its states')
  await main.getByRole('link', { name: /^Raise to 10,000\.00/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Limits and level' })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Profile', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible()
})

test('the profile installs the app where the browser offers it', async ({ person: page }) => {
  await page.goto('/profile')
  const row = page.getByRole('button', { name: /^Install the app/ })
  await expect(page.getByRole('link', { name: /^Notifications/ })).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.evaluate(() => {
    const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => {
        document.documentElement.dataset.prompted = 'yes'
        return Promise.resolve({ outcome: 'accepted' })
      },
    })
    dispatchEvent(offer)
  })
  await expect(row).toBeVisible()
  await look(page, 'profile-install')
  await clean(page, 'the profile with the offer to install')
  await row.click()
  await expect(page.locator('html')).toHaveAttribute('data-prompted', 'yes')
  await expect(row).toHaveCount(0)
})
