/** What the server writes into the page about the tenant. Without it (the dev server) the house's own values serve. */
export type AppConfig = {
  tenant: { name: string; slug: string; languages: string[]; brand?: { support_email?: string } }
  sandbox: boolean
  version: string
}

const OWN: AppConfig = {
  tenant: { name: 'Agio', slug: 'agio', languages: ['en', 'uk', 'ru', 'pl'] },
  sandbox: true,
  version: 'dev',
}

function read(): AppConfig {
  if (typeof document === 'undefined') return OWN
  const text = document.getElementById('agio-config')?.textContent
  return text ? (JSON.parse(text) as AppConfig) : OWN
}

export const config: AppConfig = read()
