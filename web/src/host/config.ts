import type { components } from '../api/schema.gen'

type Tenant = components['schemas']['TenantInfo']

/**
 * The tenant's configuration, which the server writes into the page. The development server has none and uses defaults.
 */
export type AppConfig = {
  tenant: Omit<Tenant, 'brand'> & { brand?: Tenant['brand'] }
  sandbox: boolean
  version: string
}

/** A feature that a tenant can enable. */
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
  // The prerenderer (src/first-paint/prerender.tsx) provides a placeholder tenant.
  if (import.meta.env.SSR) return (globalThis as { agioConfig?: AppConfig }).agioConfig ?? OWN
  const text = document.getElementById('agio-config')?.textContent
  return text ? (JSON.parse(text) as AppConfig) : OWN
}

export const config: AppConfig = read()

export const offers = (feature: Feature): boolean => config.tenant.features.includes(feature)
