import type { Page } from '@playwright/test'
import { orderPurchase, payByCard, succeeded } from './support/exchange'
import { expect, signIn, test } from './support/test'

/**
 * Measures load, layout shift and input latency of a new visitor on a slow phone: `AGIO_E2E_VITALS=1 npx playwright test
 * vitals`. Prints the results with their budgets. Times fail no test, because they depend on the machine. A layout shift
 * fails in `make test-all`.
 */
const MEASURES = process.env.AGIO_E2E_VITALS !== undefined
const IS_STRICT = process.env.AGIO_E2E_ALL === '1'
const ON_REQUEST = 'figures are made on request, on a quiet machine'
test.skip(!MEASURES && !IS_STRICT, ON_REQUEST)
test.use({ viewport: { width: 390, height: 844 } })

const ROUNDS = 5
/** The slowdown factor of the processor. */
const SLOWER = 4

/** Mobile networks: slow 4G as in Lighthouse, 4G as in WebPageTest. Goals and limits in milliseconds. */
const LINES = [
  { name: 'slow 4G', latency: 150, kilobits: 1_638, goal: 1_800, stop: 2_500 },
  { name: '4G', latency: 170, kilobits: 9_000, goal: 1_000, stop: 1_500 },
] as const

type Line = (typeof LINES)[number]

async function slowDown(page: Page, line?: Line): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  if (!line) return
  const bytes = (line.kilobits * 1_000) / 8
  const conditions = { offline: false, latency: line.latency, downloadThroughput: bytes, uploadThroughput: bytes }
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', conditions)
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0

function print(what: string, figures: number[], goal: number, stop: number): void {
  const all = figures.map((figure) => Math.round(figure)).join(' ')
  console.log(`${what}: median ${Math.round(median(figures))} ms of ${all}; goal ${goal}, stop ${stop}`)
}

type Largest = { at: number; what: string }

/** All largest contentful paint candidates in order, with the beginning of each element's text. */
const largest = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<Largest[]>((done) => {
        type Paint = PerformanceEntry & { element: Element | null; size: number }
        const told = ({ startTime, element, size }: Paint) => ({
          at: startTime,
          what: `${element?.tagName ?? 'gone'} of ${size} px² "${element?.textContent?.slice(0, 30) ?? ''}"`,
        })
        const look = (list: PerformanceObserverEntryList) => done((list.getEntries() as Paint[]).map(told))
        new PerformanceObserver(look).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )

/** The visitors, and what shows that their page is ready. All open it without cached files. */
const COMERS = [
  {
    name: 'a newcomer',
    path: '/',
    isKnown: false,
    isThere: (page: Page) => expect(page.locator('#root').getByLabel('Email')).toBeVisible(),
  },
  {
    name: 'somebody signed in',
    path: '/',
    isKnown: true,
    isThere: (page: Page) => expect(page.locator('#root').getByText('Make your first purchase')).toBeVisible(),
  },
  {
    name: 'somebody signed in, at the exchange',
    path: '/exchange',
    isKnown: true,
    isThere: (page: Page) => expect(page.getByLabel('You receive', { exact: true })).not.toHaveValue(''),
  },
] as const

/** The page of a visitor over a slow network, when it asks for nothing more. */
async function arrive(page: Page, { path, isKnown, isThere }: (typeof COMERS)[number], line: Line): Promise<void> {
  if (isKnown) await signIn(page, `${crypto.randomUUID().slice(0, 8)}@example.test`)
  await slowDown(page, line)
  await page.goto(path)
  // The app's own page, not only the prerendered one.
  await isThere(page)
  await page.waitForLoadState('networkidle')
}

for (const line of LINES)
  for (const comer of COMERS)
    test(`the largest thing on the first page of ${comer.name}, ${line.name}`, async ({ browser }) => {
      test.skip(!MEASURES, ON_REQUEST)
      const figures: number[] = []
      const what = `for ${comer.name}, ${line.name}, processor ${SLOWER} times slower`
      for (let round = 0; round < ROUNDS; round += 1) {
        const context = await browser.newContext()
        const page = await context.newPage()
        await arrive(page, comer, line)
        const told = await largest(page)
        figures.push(told.at(-1)?.at ?? 0)
        console.log(told.map(({ at, what }) => `  ${Math.round(at)} ms: ${what}`).join('\n'))
        await context.close()
      }
      print(`largest contentful paint ${what}`, figures, line.goal, line.stop)
    })

/** The most that a page may move while it loads: half of what counts as good. */
const MOST_SHIFT = 0.05

type Shift = { value: number; what: string }

/** Records from the start of each page what moves without the person's doing. */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const shifts: Shift[] = []
    Object.assign(window, { shifts })
    type Moved = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Moved[]) {
        const what = sources.map(({ node }) => `${node?.nodeName ?? 'gone'} "${node?.textContent?.slice(0, 30) ?? ''}"`)
        if (!hadRecentInput) shifts.push({ value, what: what.join(', ') })
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })

for (const comer of COMERS)
  test(`the first page of ${comer.name} does not move while it loads`, async ({ page }) => {
    await watchShifts(page)
    await arrive(page, comer, LINES[0])
    const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
    const sum = shifts.reduce((all, { value }) => all + value, 0)
    console.log(shifts.map(({ value, what }) => `  ${value.toFixed(4)}: ${what}`).join('\n'))
    console.log(`layout shift for ${comer.name}: ${sum.toFixed(4)}; most ${MOST_SHIFT}`)
    if (IS_STRICT) expect(sum, `the first page of ${comer.name} moves`).toBeLessThanOrEqual(MOST_SHIFT)
  })

test('what is typed is seen', async ({ person: page }) => {
  test.skip(!MEASURES, ON_REQUEST)
  await page.goto('/exchange')
  const amount = page.getByLabel('You pay', { exact: true })
  await expect(page.getByLabel('You receive', { exact: true })).not.toHaveValue('')
  await slowDown(page)
  await page.evaluate(() => {
    const durations: number[] = []
    Object.assign(window, { durations })
    const keep = (list: PerformanceObserverEntryList) => {
      for (const event of list.getEntries()) durations.push(event.duration)
    }
    // Browsers report no event below 16 ms, so faster ones are missing.
    new PerformanceObserver(keep).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit)
  })
  // Replaces the text, because further decimals would be rejected.
  await amount.press('ControlOrMeta+a')
  const typed = '123456'
  for (const digit of typed) await amount.press(digit)
  await expect(amount).toHaveValue(/123.*456$/)
  const figures = await page.evaluate(() => (window as unknown as { durations: number[] }).durations)
  print(`input to paint, processor ${SLOWER} times slower`, figures, 100, 200)
})

test.describe('at a desk', () => {
  test.use({ viewport: { width: 1280, height: 880 } })

  /**
   * The complete journey of a new customer, with the time the product takes. A real user also needs time to read and
   * type.
   */
  test('the first purchase, by the stopwatch', async ({ page }) => {
    test.skip(!MEASURES, ON_REQUEST)
    const began = performance.now()
    await page.goto('/authentication')
    await page.getByLabel('Email').fill(`${crypto.randomUUID().slice(0, 8)}@example.test`)
    await page.keyboard.press('Enter')
    await page.getByLabel('Code from the email').fill('111111')
    await page.getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect(page).toHaveURL(/\/cabinet$/)
    await orderPurchase(page, ['EUR', 'Visa / MC'], ['BTC', 'Bitcoin'], '250')
    await payByCard(page, '4242 4242 4242 4242')
    await succeeded(page)
    const seconds = ((performance.now() - began) / 1_000).toFixed(1)
    console.log(`first purchase, from the sign-in page to its end: ${seconds} s; goal 60`)
  })
})
