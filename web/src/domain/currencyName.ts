import type { components } from '../api/schema.gen'

type Named = Pick<components['schemas']['CurrencyInfo'], 'code' | 'name' | 'kind'>

/**
 * The name of a currency. Crypto names are not translated; the browser knows translations of fiat names. English keeps
 * the catalogue's shorter name ("Hryvnia").
 */
export function currencyName({ code, name, kind }: Named, locale: string): string {
  if (kind !== 'fiat' || locale === 'en') return name
  const local = new Intl.DisplayNames(locale, { type: 'currency', fallback: 'none' }).of(code)
  return local ? local.charAt(0).toLocaleUpperCase(locale) + local.slice(1) : name
}
