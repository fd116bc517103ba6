import type { components } from '../api/schema.gen'

type Tenant = components['schemas']['TenantInfo']

/** What the server writes into the page about the tenant. Without it (the dev server) the house's own values serve. */
export type AppConfig = {
  tenant: Omit<Tenant, 'brand'> & { brand?: Tenant['brand'] }
  sandbox: boolean
  version: string
}

/** A part of the product that a tenant may offer or not. */
export type Feature = 'exchange' | 'balances'

const OWN: AppConfig = {
  tenant: {
    name: 'Agio',
    slug: 'agio',
    languages: ['en', 'uk', 'ru', 'pl'],
    features: ['exchange', 'balances'],
    sign_in: ['email'],
    phone_channels: ['sms', 'messenger'],
    excluded_countries: [],
    payout_hold_hours: 24,
  },
  sandbox: true,
  version: 'dev',
}

function read(): AppConfig {
  // Where pages are drawn while the app is built (src/drawn/draw.tsx), the tenant is made up there.
  if (import.meta.env.SSR) return (globalThis as { agioConfig?: AppConfig }).agioConfig ?? OWN
  const text = document.getElementById('agio-config')?.textContent
  return text ? (JSON.parse(text) as AppConfig) : OWN
}

export const config: AppConfig = read()

export const offers = (feature: Feature): boolean => config.tenant.features.includes(feature)
