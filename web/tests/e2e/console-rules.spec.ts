import type { Page } from '@playwright/test'
import { clean } from './support/axe'
import { look } from './support/look'
import { agrees, operator } from './support/operator'
import { expect, test } from './support/test'

/** Journeys run side by side, so this one changes what no other journey needs. */
const CURRENCY = 'DEXT'

/** A fee that no other journey pays: no customer of theirs has this tier. */
const FEE_RULE = 'Large purchases of tier 4'

async function addFeeRule(admin: Page) {
  await admin.getByRole('button', { name: 'Add a rule' }).click()
  const form = admin.getByRole('dialog')
  await form.getByRole('button', { name: 'Done' }).click()
  await expect(form.getByText('Enter a name that no other rule has')).toBeVisible()
  await form.getByLabel('Name of the rule').fill(FEE_RULE)
  await form.getByLabel('Operation').selectOption('Buying')
  await form.getByLabel('Tier', { exact: true }).selectOption('T4')
  await form.getByLabel('Given from, EUR').fill('1000')
  await form.getByLabel('Percent', { exact: true }).fill('0.25')
  await look(admin, 'console-rules-fee')
  await form.getByRole('button', { name: 'Done' }).click()
  await expect(admin.getByText('Buying, tier T4, from 1,000')).toBeVisible()
}

/** The rules as they are edited decide, before anybody publishes them. */
async function asksWhichRuleWins(admin: Page) {
  await admin.getByRole('button', { name: 'Which rule wins?' }).click()
  const panel = admin.getByRole('dialog')
  await expect(panel.getByText('No rule: the base fee.').first()).toBeVisible()
  await panel.getByLabel('Amount, EUR').fill('5000')
  await panel.getByLabel('Tier', { exact: true }).selectOption('T4')
  await expect(panel.getByText(`The rule “${FEE_RULE}” decides.`)).toBeVisible()
  await clean(admin, 'console, which rule wins')
  await look(admin, 'console-rules-which')
  await admin.keyboard.press('Escape')
}

/** A network that no journey pays by. */
async function raisesConfirmations(admin: Page) {
  await admin.getByRole('button', { name: 'Change: Base', exact: true }).click()
  const form = admin.getByRole('dialog')
  await form.getByLabel('Confirmations, at least').fill('9')
  await form.getByRole('button', { name: 'Done' }).click()
  await expect(form.getByText('Between 10 and 300')).toBeVisible()
  await form.getByLabel('Confirmations, at least').fill('12')
  await look(admin, 'console-rules-confirmations')
  await form.getByRole('button', { name: 'Done' }).click()
}

/** The newest version says who made it, and what it changed. */
async function readsTheVersion(officer: Page, why: string) {
  await officer.getByRole('link', { name: 'Versions', exact: true }).click()
  const row = officer.getByRole('row').filter({ hasText: why })
  await expect(row.getByText('In force', { exact: true })).toBeVisible()
  await clean(officer, 'console, versions of the rules')
  await look(officer, 'console-rules-versions')
  await row.getByRole('link', { name: /^Version / }).click()
  const differences = officer.getByRole('list', { name: 'Differences' })
  await expect(differences.getByRole('listitem').filter({ hasText: 'Confirmations on Base' })).toContainText('12')
  await expect(differences.getByRole('listitem').filter({ hasText: CURRENCY })).toContainText(
    `100 ${CURRENCY} → 123.5 ${CURRENCY}`,
  )
  const limit = 'Limit of Visa / MC, payments in, residents of Malta, in 24 hours'
  await expect(differences.getByRole('listitem').filter({ hasText: limit })).toContainText('1,500')
  await expect(officer.getByText('the costs were checked')).toBeVisible()
  await clean(officer, 'console, a version of the rules')
  await look(officer, 'console-rules-version')
}

test('an administrator changes the rules, sees what they would have done, and a second operator agrees', async ({
  browser,
}) => {
  const admin = await operator(browser, `rita-${Date.now()}@bank.example`, 'tenant_admin')
  await admin.getByRole('link', { name: 'Rules', exact: true }).click()
  await expect(admin.getByRole('heading', { name: 'Rules', level: 1 })).toBeVisible()
  await clean(admin, 'console, rules')
  await look(admin, 'console-rules')

  await admin.getByLabel('Find a currency').fill(CURRENCY)
  await admin.getByRole('button', { name: `Change: ${CURRENCY}` }).click()
  const form = admin.getByRole('dialog')
  await form.getByLabel(`Smallest payout, ${CURRENCY}`).fill('a few')
  await form.getByRole('button', { name: 'Done' }).click()
  await expect(form.getByText('Enter an amount')).toBeVisible()
  await form.getByLabel(`Smallest payout, ${CURRENCY}`).fill('123.5')
  await look(admin, 'console-rules-currency')
  await form.getByRole('button', { name: 'Done' }).click()
  await expect(admin.getByText('1 change', { exact: true })).toBeVisible()

  // Nobody in a journey lives on Malta.
  await admin.getByRole('button', { name: 'Add a limit' }).click()
  await form.getByLabel('Payment method').selectOption({ label: 'Visa / MC' })
  await form.getByLabel('Direction').selectOption({ label: 'Payments in' })
  await form.getByRole('button', { name: 'Done' }).click()
  await expect(form.getByText('Enter at least one amount.')).toBeVisible()
  await form.getByLabel(/^Country of residence/).fill('mt')
  await form.getByLabel('Most in 24 hours, EUR').fill('1500')
  await look(admin, 'console-rules-limit')
  await form.getByRole('button', { name: 'Done' }).click()
  const limit = admin.getByRole('listitem').filter({ hasText: 'Visa / MC, payments in, residents of Malta' })
  await expect(limit).toContainText('in 24 hours')
  await expect(admin.getByText('2 changes', { exact: true })).toBeVisible()
  await look(admin, 'console-rules-changed')

  await addFeeRule(admin)
  await expect(admin.getByText('3 changes', { exact: true })).toBeVisible()
  await asksWhichRuleWins(admin)
  await raisesConfirmations(admin)
  await expect(admin.getByText('4 changes', { exact: true })).toBeVisible()

  await admin.getByRole('button', { name: 'Review' }).click()
  const review = admin.getByRole('dialog')
  const rows = review.getByRole('list', { name: 'Differences' }).getByRole('listitem')
  await expect(rows.filter({ hasText: `${CURRENCY}, smallest payout` })).toContainText(
    `100 ${CURRENCY} → 123.5 ${CURRENCY}`,
  )
  const limited = rows.filter({ hasText: 'Limit of Visa / MC, payments in, residents of Malta, in 24 hours' })
  await expect(limited).toContainText('Customers can move less.')
  await expect(rows.filter({ hasText: 'Fee rule Large purchases of tier 4, percent' })).toContainText('0.25')
  await expect(rows.filter({ hasText: 'Confirmations on Base' })).toContainText('Payments of customers take longer.')
  await expect(review.getByText('Would be refused', { exact: true })).toBeVisible()
  await expect(review.getByText('Would wait for more confirmations', { exact: true })).toBeVisible()
  await clean(admin, 'console, a change of the rules')
  await look(admin, 'console-rules-review')
  const why = `small payouts cost too much ${Date.now()}`
  await review.getByLabel(/^Reason/).fill(why)
  await review.getByRole('button', { name: 'Propose' }).click()
  await expect(review.getByText('Waits for a second operator.')).toBeVisible()
  await look(admin, 'console-rules-proposed')

  const officer = await operator(browser, `otto-${Date.now()}@bank.example`, 'compliance_officer')
  await officer.getByRole('link', { name: 'Rules', exact: true }).click()
  await expect(officer.getByText('Only a tenant administrator can change the rules.')).toBeVisible()
  await officer.getByRole('link', { name: 'Audit log', exact: true }).click()
  await agrees(officer, why, 'the costs were checked')
  await officer.getByRole('link', { name: 'Rules', exact: true }).click()
  await expect(officer.getByRole('row').filter({ hasText: FEE_RULE })).toContainText('0.25')
  await officer.getByLabel('Find a currency').fill(CURRENCY)
  await expect(officer.getByRole('row').filter({ hasText: CURRENCY })).toContainText('123.5')
  await readsTheVersion(officer, why)
})
