import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { SERVER_PORT } from './ports'
import { binary } from './server'

/** The address of a tenant that only one journey uses. */
export const siteOf = (slug: string) => `http://${slug}.localhost:${SERVER_PORT}`

function agio(...asked: string[]): string {
  return at(process.env.AGIO_E2E_DATA, asked)
}

function at(data: string | undefined, [command = '', ...rest]: readonly string[]): string {
  if (!data) throw new Error('the server has no folder')
  return execFileSync(binary(), [command, '--data', data, ...rest], { encoding: 'utf8' })
}

function file(content: unknown): string {
  const path = join(mkdtempSync(join(tmpdir(), 'agio-tenant-')), 'file.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

type Rules = { features?: string[]; excluded_countries?: string[]; sandbox?: boolean }

const described = (slug: string, rules: Rules) => ({
  name: slug,
  sandbox: true,
  hosts: [`${slug}.localhost`],
  languages: ['en'],
  features: ['exchange', 'balances'],
  ...rules,
})

/** Adds a tenant to the seeded ones, so that its rules affect no other journey. */
export function addTenant(slug: string, rules: Rules = {}): void {
  agio('tenant', 'add', slug, file(described(slug, rules)), '--reason', 'for one journey')
}

/** Adds a tenant with real customers to another server, whose data is in this folder. */
export function addLiveTenant(slug: string, data: string): void {
  at(data, ['tenant', 'add', slug, file(described(slug, { sandbox: false })), '--reason', 'for one journey'])
}

/** Lets customers of a tenant with real customers trade without a verification, before its first request. */
export function openToEverybody(slug: string, data: string): void {
  const policy = JSON.parse(at(data, ['ops', 'policy', 'show', '--tenant', slug])) as { tiers: Record<string, unknown> }
  const changed = file({ ...policy, tiers: { ...policy.tiers, T0: policy.tiers.T2 } })
  at(data, ['ops', 'policy', 'publish', changed, '--tenant', slug, '--reason', 'for one journey'])
}

/** Changes a tenant. Running servers apply the change within seconds. */
export function setTenant(slug: string, rules: Rules): void {
  agio('tenant', 'set', slug, file(described(slug, rules)), '--reason', 'it has changed its mind')
}

/** Changes a tenant's policy, before its first request. */
export function setPolicy(slug: string, change: Record<string, unknown>): void {
  const policy = JSON.parse(agio('ops', 'policy', 'show', '--tenant', slug)) as Record<string, unknown>
  const changed = file({ ...policy, ...change })
  agio('ops', 'policy', 'publish', changed, '--tenant', slug, '--reason', 'for one journey')
}

/** Registers a new customer on a tenant's page, and skips the slides. */
export async function enter(page: Page, email = `${crypto.randomUUID().slice(0, 8)}@example.test`): Promise<void> {
  await page.goto('/authentication')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByLabel('Code from the email').fill('111111')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page).toHaveURL(/\/(onboarding|cabinet)$/)
  await page.goto('/cabinet')
  await expect(page.getByRole('heading', { level: 1, name: /^Hello/ })).toBeVisible()
}
